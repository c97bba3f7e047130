package rules

// uniqueItems forbids elements that are equal.
var uniqueItems = &family{keyword: "uniqueItems", label: "unique elements", phrase: "(unique)", method: "unique", on: Items, nothing: "false"}
