package rules

import (
	"encoding/json"
	"math/big"
	"slices"
)

// The keywords about the properties of an object, whatever these are called.
var (
	minProperties = &family{
		keyword: "minProperties", label: "least number of properties", phrase: "(at least % properties)", method: "minProperties", on: Members,
		nothing: "0", within: func(new, old whole) bool { return !lessThan(new.text, old.text) },
	}
	maxProperties = &family{
		keyword: "maxProperties", label: "greatest number of properties", phrase: "(at most % properties)", method: "maxProperties", on: Members,
		within: func(new, old whole) bool { return !lessThan(old.text, new.text) },
	}
	propertyNames = &family{
		keyword: "propertyNames", label: "names of properties", phrase: "(with names %)", method: "names", on: Members, nothing: "true",
	}
	patternProperties = &family{
		keyword: "patternProperties", label: "properties by pattern", phrase: "(by pattern %)", method: "patternProperty", on: Members, nothing: "{}",
	}
	dependentRequired = &family{
		keyword: "dependentRequired", label: "properties that others require", phrase: "(requiring %)", method: "dependent", on: Members,
		nothing: "{}", within: requiresMore,
	}
)

// requiresMore reports whether a rule requires what another one does.
func requiresMore(new, old whole) bool {
	var is, was map[string][]string
	if json.Unmarshal([]byte(new.text), &is) != nil || json.Unmarshal([]byte(old.text), &was) != nil {
		return false
	}
	for name, requires := range was {
		for _, other := range requires {
			if !slices.Contains(is[name], other) {
				return false
			}
		}
	}
	return true
}

// lessThan compares numbers.
func lessThan(a, b string) bool {
	x, okX := new(big.Rat).SetString(a)
	y, okY := new(big.Rat).SetString(b)
	return okX && okY && x.Cmp(y) < 0
}
