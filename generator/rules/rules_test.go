package rules

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/load"
)

// ruleCases has, for each rule, values that keep it and values that break it, with the sentence for the first of these.
var ruleCases = map[string][]ruleCase{
	"type": {
		{Every, `"integer"`, `1 1.0 1e3 -0`, `1.5 "1" null [] true`, "expected an integer, found 1.5"},
		{Every, `["string","null"]`, `"" null`, `1 [] {}`, "expected a string or null, found a number"},
	},
	"const":                 {{Every, `"a"`, `"a" "\u0061"`, `"b" 1 null`, `found "b" where only "a" is allowed`}},
	"enum":                  {{Every, `["first","second"]`, `"first" "second"`, `"frist" "" 1 null`, `"frist" is not one of the values allowed here: did you mean "first"?`}},
	"required":              {{Members, `["a_b"]`, `{"a_b":null} []`, `{"aB":1} {}`, `missing required property "a_b": it has "aB", did you mean "a_b"?`}},
	"additionalProperties":  {{Members, `false`, `{} 1`, `{"x":1}`, `the object has no property "x"`}},
	"unevaluatedProperties": {{Members, `false`, `{} 1`, `{"x":1}`, `the object has no property "x"`}},
	"not": {
		{Every, `{"type":"object","required":["a"]}`, `{} {"b":1} []`, `{"a":1}`, "the schema forbids this value"},
		{Every, `{"not":{}}`, `1 null`, ``, ""},
		{Every, `true`, ``, `1 null`, "the schema forbids this value"},
	},

	"uniqueItems": {{Items, `true`, `[] [1] [1,2,"1",true,null,[1],{"a":1},{"a":2}] [0,false] [[1,2],[2,1]] {}`,
		`[1,1] [1,2,1.0] [0,-0.0] ["a","\u0061"] [{"a":1,"b":2},{"b":2.0,"a":1}] [[],[]] [null,1,null]`, "the elements 0 and 1 are equal"}},
	"contains":    {{Items, `{"minimum":5}`, `[1,5] ["x"] {}`, `[1,2] []`, "none of the elements is what the array has to contain"}},
	"minContains": {{Items, `2, "contains": {"const":1}`, `[1,1.0] [1,2,1] "x"`, `[1,2] []`, "1 element is what the array has to contain, the minimum is 2"}},
	"maxContains": {{Items, `1.0, "contains": {"type":["integer"]}`, `[1] [1,"x"]`, `[1,2]`, "2 elements are what the array has to contain, the maximum is 1"}},

	"minProperties":     {{Members, `2`, `{"a":1,"b":2} []`, `{"a":1} {}`, "the object has 1 property, the minimum is 2"}},
	"maxProperties":     {{Members, `1`, `{"a":1} {} "xx"`, `{"a":1,"b":2}`, "the object has 2 properties, the maximum is 1"}},
	"propertyNames":     {{Members, `{"type":"string","pattern":"^[a-z]+$"}`, `{"ab":1} []`, `{"a":1,"B":2} {"":1}`, `"B" cannot be the name of a property`}},
	"patternProperties": {{Members, `{"^x":{"type":"integer"},"y$":{"maximum":3}}`, `{"x":1,"a":"b"} {"xy":3} []`, `{"x":"1"} {"xy":4}`, "expected an integer, found a string"}},
	"dependentRequired": {{Members, `{"a":["b","c"],"d":[]}`, `{"b":1} {"a":1,"b":1,"c":1} {"d":1} []`, `{"a":1,"c":1} {"a":1}`, `missing property "b", which "a" requires`}},

	"pattern": {{Text, `"^a$"`, `"a" 1`, `"b" "\n"`, `"b" does not match ^a$`}},
	"minimum": {
		{Number, `0.5`, `0.5 5e-1 1e400 "x"`, `0.49999 -1`, "0.49999 is less than the minimum of 0.5"},
		{Integer, `1e30`, `1e30`, `5`, "5 is less than the minimum of 1000000000000000000000000000000"},
	},
	"maximum":          {{Number, `-0.25`, `-0.25 -1`, `-0.2 0`, "-0.2 is more than the maximum of -0.25"}},
	"exclusiveMinimum": {{Number, `0.5`, `0.5001 1`, `0.5 5e-1 -1`, "0.5 is not more than 0.5"}},
	"exclusiveMaximum": {{Number, `0`, `-0.1`, `0 -0 0e9 1`, "0 is not less than 0"}},
	"multipleOf": {
		{Number, `0.01`, `0 -0.0 0.07 1.1e1 19.99 -4.02 1e308`, `0.075 1e-3 ` + strings.Repeat("7", 100) + `.123`, "0.075 is not a multiple of 0.01"},
		{Number, `7`, `7e20 49 ` + strings.Repeat("7", 90), `1e20 0.7 3.5 ` + strings.Repeat("7", 90) + `1`, "1e20 is not a multiple of 7"},
		{Number, `25`, `1e2 75`, `1e1 1e0`, "1e1 is not a multiple of 25"},
	},
	"minItems":  {{Items, `2`, `[1,2] {}`, `[1] []`, "the array has 1 element, the minimum is 2"}},
	"maxItems":  {{Items, `1`, `[] [1] "xx"`, `[1,2]`, "the array has 2 elements, the maximum is 1"}},
	"minLength": {{Text, `2`, `"äö" "a😀" "😀😀" []`, `"ä" "" "😀"`, "the string has 1 character, the minimum is 2"}},
	"maxLength": {{Text, `2`, `"" "äö" "😀😀"`, `"äöü" "😀😀😀" "abc"`, "the string has 3 characters, the maximum is 2"}},
}

type ruleCase struct {
	on           On
	rule         string // the keyword's value, as JSON
	kept, broken string // JSON values, separated by spaces
	sentence     string // for the first of those that break it
}

func read(t *testing.T, text string) *load.Node {
	t.Helper()
	n, err := load.Parse("value.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func parsedRule(t *testing.T, known Rule, text string, on On) Rule {
	t.Helper()
	value := read(t, `{"`+known.Keyword()+`": `+text+`}`).Get(known.Keyword())
	r, err := known.Parse(value, on)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRules holds values to every rule in the registry.
func TestRules(t *testing.T) {
	for _, known := range All() {
		t.Run(known.Keyword(), func(t *testing.T) {
			cases := ruleCases[known.Keyword()]
			if len(cases) == 0 {
				t.Fatal("no case")
			}
			for _, c := range cases {
				r := parsedRule(t, known, c.rule, c.on)
				for _, text := range strings.Fields(c.kept) {
					if got := r.Refuses(read(t, text).Value()); got != "" {
						t.Errorf("%s %s: %s is refused: %s", known.Keyword(), c.rule, text, got)
					}
				}
				for i, text := range strings.Fields(c.broken) {
					got := r.Refuses(read(t, text).Value())
					if got == "" || i == 0 && got != c.sentence {
						t.Errorf("%s %s: %s: got %q", known.Keyword(), c.rule, text, got)
					}
				}
				if r.Value() == "" || r.Phrase() == "" || r.Check().Func == "" && r.Check().Reader == "" || len(r.Changes()) == 0 || r.Label() == "" {
					t.Errorf("%+v lacks a part", r)
				}
			}
		})
	}
}

// TestNumbers compares the checks of numbers, which work on digits, with fractions.
func TestNumbers(t *testing.T) {
	numbers := []string{"0", "-0.0", "1", "1.0", "10e-1", "0.1", "-0.1", "0.10", "1e-7", "123456789012345678901234567890", "-3", "3e0", "2.50", "1e20", "7e-3", "-0.007"}
	keeps := map[string]func(x, y *big.Rat) bool{
		"minimum":          func(x, y *big.Rat) bool { return x.Cmp(y) >= 0 },
		"maximum":          func(x, y *big.Rat) bool { return x.Cmp(y) <= 0 },
		"exclusiveMinimum": func(x, y *big.Rat) bool { return x.Cmp(y) > 0 },
		"exclusiveMaximum": func(x, y *big.Rat) bool { return x.Cmp(y) < 0 },
		"multipleOf":       func(x, y *big.Rat) bool { return new(big.Rat).Quo(x, y).IsInt() },
	}
	for keyword, keeps := range keeps {
		t.Run(keyword, func(t *testing.T) {
			for _, b := range numbers {
				y, _ := new(big.Rat).SetString(b)
				if keyword == "multipleOf" && y.Sign() <= 0 {
					continue
				}
				r := parsedRule(t, Of(keyword), b, Number)
				for _, a := range numbers {
					x, _ := new(big.Rat).SetString(a)
					if got := r.Refuses(json.Number(a)) == ""; got != keeps(x, y) {
						t.Errorf("%s %s: the verdict on %s is %v", keyword, b, a, got)
					}
				}
			}
		})
	}
}

// TestCompare compares rules of one keyword.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		keyword, old, new string
		want              Verdict
	}{
		{"minimum", "1", "2", Narrowing}, {"minimum", "2", "1", Breaking}, {"minimum", "2", "2.0", Unchanged},
		{"type", `"number"`, `"integer"`, Narrowing}, {"type", `"integer"`, `"number"`, Breaking}, {"type", `["string","null"]`, `"string"`, Narrowing},
		{"const", `"a"`, `"b"`, Breaking}, {"const", `"a"`, `"a"`, Unchanged},
		{"enum", `["a","b"]`, `["a"]`, Narrowing}, {"enum", `["a"]`, `["a","b"]`, Breaking},
		{"required", `["a"]`, `["b","a"]`, Narrowing}, {"required", `["a","b"]`, `["a"]`, Breaking},
		{"const", `1`, `1.0`, Unchanged}, {"enum", `[1,"a"]`, `["a",1.0]`, Unchanged}, {"enum", `[1,"a"]`, `[1.0]`, Narrowing},
		{"minContains", `1, "contains": {}`, `2, "contains": {}`, Narrowing},
		{"maxContains", `1, "contains": {}`, `2, "contains": {}`, Breaking}, {"minProperties", "1", "2", Narrowing}, {"not", `{"const":1}`, `{"const":2}`, Breaking},
		{"dependentRequired", `{"a":["b"]}`, `{"a":["c","b"]}`, Narrowing}, {"dependentRequired", `{"a":["b"]}`, `{"b":["a"]}`, Breaking},
		{"propertyNames", `{"maxLength":1}`, `{"maxLength":1}`, Unchanged}, {"patternProperties", `{"a":{"minLength":0,"maxLength":1}}`, `{"a":{"maxLength":1,"minLength":0}}`, Unchanged},
		{"multipleOf", "2", "4", Narrowing}, {"multipleOf", "4", "2", Breaking}, {"maxLength", "4", "3", Narrowing}, {"pattern", `"a"`, `"b"`, Breaking},
	} {
		t.Run(c.keyword, func(t *testing.T) {
			known := Of(c.keyword)
			if got := Compare(parsedRule(t, known, c.old, known.On()), parsedRule(t, known, c.new, known.On())); got != c.want {
				t.Errorf("%s: from %s to %s is %d, want %d", c.keyword, c.old, c.new, got, c.want)
			}
		})
	}
	for _, known := range All() {
		if Compare(nil, known) != Narrowing || Compare(known, nil) != known.Loosened() {
			t.Errorf("%s: coming and going", known.Keyword())
		}
	}
}
