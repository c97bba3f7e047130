package rules

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/templates/runtime"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// Sentence says what a rule found that jsonschema/v6 names, in the words of the emitted code: of a value as encoding/json decodes
// it, numbers as json.Number. It is "" for what is no rule about a single value.
func Sentence(k jsonschema.ErrorKind, value any) string {
	switch k := k.(type) {
	case *kind.Pattern:
		return says("pattern", k.Want, value)
	case *kind.Minimum:
		return says("minimum", k.Want, value)
	case *kind.Maximum:
		return says("maximum", k.Want, value)
	case *kind.ExclusiveMinimum:
		return says("exclusiveMinimum", k.Want, value)
	case *kind.ExclusiveMaximum:
		return says("exclusiveMaximum", k.Want, value)
	case *kind.MultipleOf:
		return says("multipleOf", k.Want, value)
	case *kind.MinItems:
		return says("minItems", k.Want, value)
	case *kind.MaxItems:
		return says("maxItems", k.Want, value)
	case *kind.MinLength:
		return says("minLength", k.Want, value)
	case *kind.MaxLength:
		return says("maxLength", k.Want, value)
	case *kind.Const:
		return runtime.OnlyConstant(spelled(k.Want), shown(value))
	case *kind.Enum:
		word, _ := value.(string)
		return runtime.NotAllowed(shown(value), word, Words(k.Want))
	case *kind.Type:
		return types(k.Want).Refuses(value)
	}
	return wholeSentence(k, value)
}

// wholeSentence is Sentence for the rules that look at a value as a whole.
func wholeSentence(k jsonschema.ErrorKind, value any) string {
	switch k := k.(type) {
	case *kind.UniqueItems:
		return runtime.NotUnique([]byte(jsonOf(value)))
	case *kind.Contains:
		return runtime.Contained(0, 1, -1)
	case *kind.MinContains:
		return runtime.Contained(len(k.Got), k.Want, -1)
	case *kind.MaxContains:
		return runtime.Contained(len(k.Got), 0, k.Want)
	case *kind.MinProperties:
		return runtime.FewProperties(k.Got, k.Want)
	case *kind.MaxProperties:
		return runtime.ManyProperties(k.Got, k.Want)
	case *kind.PropertyNames:
		return runtime.NoName(k.Property)
	case *kind.DependentRequired:
		return runtime.Depends(k.Missing[0], k.Prop)
	case *kind.Not:
		return runtime.Forbidden
	case *kind.FalseSchema:
		return runtime.NoneAllowed
	}
	return ""
}

// says is what a rule beside a type says of a value that breaks it. want is the keyword's value.
func says(keyword string, want, value any) string {
	n := &load.Node{Kind: load.Number, Text: fmt.Sprint(want)}
	switch want := want.(type) {
	case string:
		n.Kind = load.String
	case *big.Rat:
		n.Text = decimal(want)
	}
	known := Of(keyword)
	r, err := known.Parse(n, known.On())
	if r == nil || err != nil {
		return ""
	}
	return r.Refuses(value)
}

// shown is a value of a document as a sentence has it. A number stays as it is spelled.
func shown(value any) string {
	if n, ok := value.(json.Number); ok {
		return runtime.Shown([]byte(n))
	}
	return runtime.Shown([]byte(jsonOf(value)))
}

// at follows a path into a value.
func at(value any, path []string) any {
	for _, step := range path {
		switch in := value.(type) {
		case map[string]any:
			value = in[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(in) {
				return nil
			}
			value = in[i]
		}
	}
	return value
}
