package runtime

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/rules"
)

// ruleCases has values for each rule with both verdicts. held calls the function that the rule names.
var ruleCases = map[string][]struct {
	on     rules.On
	rule   string // the keyword's value, as JSON
	values []string
	held   func(value any) string
}{
	"pattern": {{rules.Text, `"^a$"`, []string{`"a"`, `"b"`, `"\n"`}, func(v any) string {
		return pattern(v.(string), regexp.MustCompile("^a$").MatchString, "^a$")
	}}},
	"minimum": {
		{rules.Number, "0.5", []string{"0.5", "5e-1", "0.49999", "-1", "1e400"}, func(v any) string { return minimum(v.(json.Number), "0.5") }},
		{rules.Integer, "1e30", []string{"5"}, func(any) string { return minimum(int64(5), "1000000000000000000000000000000") }},
	},
	"maximum": {
		{rules.Number, "-0.25", []string{"-0.25", "-0.2", "0", "-1"}, func(v any) string { return maximum(v.(json.Number), "-0.25") }},
		{rules.Integer, "4.5", []string{"5"}, func(any) string { return maximum(int64(5), "4.5") }},
	},
	"exclusiveMinimum": {
		{rules.Number, "0.5", []string{"0.5", "5e-1", "0.5001", "-1", "1"}, func(v any) string { return exclusiveMinimum(v.(json.Number), "0.5") }},
		{rules.Integer, "5", []string{"5"}, func(any) string { return exclusiveMinimum(int64(5), "5") }},
		{rules.Integer, "5", []string{"6"}, func(any) string { return exclusiveMinimum(int64(6), "5") }},
	},
	"exclusiveMaximum": {
		{rules.Number, "0", []string{"0", "-0", "0e9", "-0.1", "1"}, func(v any) string { return exclusiveMaximum(v.(json.Number), "0") }},
	},
	"multipleOf": {
		{rules.Number, "0.01", []string{"0", "-0.0", "0.07", "1.1e1", "0.075", "19.99", "1e-3", "-4.02", "1e308", strings.Repeat("7", 200) + ".123"},
			func(v any) string { return multipleOf(v.(json.Number), "0.01") }},
		{rules.Number, "7", []string{"7e20", "1e20", strings.Repeat("7", 90), strings.Repeat("7", 90) + "1", "49", "0.7", "3.5"},
			func(v any) string { return multipleOf(v.(json.Number), "7") }},
		{rules.Number, "25", []string{"1e2", "1e1", "1e0", "75"}, func(v any) string { return multipleOf(v.(json.Number), "25") }},
		{rules.Integer, "2.5", []string{"5"}, func(any) string { return multipleOf(int64(5), "2.5") }},
		{rules.Integer, "2.5", []string{"4"}, func(any) string { return multipleOf(int64(4), "2.5") }},
	},
	"minItems":  {{rules.Items, "2", []string{"[]", "[1]", "[1,2]"}, func(v any) string { return minItems(len(v.([]any)), 2) }}},
	"maxItems":  {{rules.Items, "1", []string{"[]", "[1]", "[1,2]"}, func(v any) string { return maxItems(len(v.([]any)), 1) }}},
	"minLength": {{rules.Text, "2", []string{`""`, `"ä"`, `"äö"`, `"😀"`, `"a😀"`, `"abc"`, `"😀😀"`}, func(v any) string { return minLength(v.(string), 2) }}},
	"maxLength": {{rules.Text, "2", []string{`""`, `"ab"`, `"äöü"`, `"äö"`, `"😀😀"`, `"😀😀😀"`, `"abc"`}, func(v any) string { return maxLength(v.(string), 2) }}},
}

// TestRules compares the sentences of the emitted code with those of the generator, for every rule there is.
func TestRules(t *testing.T) {
	for _, known := range rules.All() {
		t.Run(known.Keyword(), func(t *testing.T) {
			cases := ruleCases[known.Keyword()]
			if len(cases) == 0 {
				t.Fatal("no case")
			}
			kept, broken := 0, 0
			for _, c := range cases {
				doc, err := load.Parse("rule.json", []byte(c.rule))
				if err != nil {
					t.Fatal(err)
				}
				rule, err := known.Parse(doc, c.on)
				if err != nil {
					t.Fatal(err)
				}
				for _, text := range c.values {
					value, err := load.Parse("value.json", []byte(text))
					if err != nil {
						t.Fatal(err)
					}
					got, want := c.held(value.Value()), rule.Refuses(value.Value())
					if got != want {
						t.Errorf("%s: the emitted code says %q, the generator %q", text, got, want)
					}
					if got == "" {
						kept++
					} else {
						broken++
					}
				}
			}
			if kept == 0 || broken == 0 {
				t.Errorf("%d values keep the rule and %d break it: there have to be both", kept, broken)
			}
		})
	}
}
