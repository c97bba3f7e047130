package rules

// contains, with minContains and maxContains beside it, says how many elements are values of a subschema.
var (
	contains = &family{
		keyword: "contains", label: "required element", phrase: "(containing %)", method: "contains", on: Items, yields: "minContains",
	}
	minContains = &family{
		keyword: "minContains", label: "least number of required elements", phrase: "(at least %)", method: "contains", on: Items,
		needs: "contains", nothing: "0", within: func(new, old whole) bool { return !lessThan(new.text, old.text) },
	}
	maxContains = &family{
		keyword: "maxContains", label: "greatest number of such elements", phrase: "(at most %)", method: "contains", on: Items,
		needs: "contains", within: func(new, old whole) bool { return !lessThan(old.text, new.text) },
	}
)
