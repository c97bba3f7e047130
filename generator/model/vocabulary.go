package model

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/rules"
)

// form is what a subschema is read as. Its keywords decide, see formOf.
type form uint

const (
	formRef form = 1 << iota
	formUnion
	formConst
	formEnum
	formString
	formInteger
	formNumber
	formBoolean
	formList
	formObject
	formMap
	formNullable
	formAny

	formScalar = formString | formInteger | formNumber | formBoolean
	formEvery  = formAny<<1 - 1
)

// place is where a subschema stands: the forms that may stand there.
type place struct {
	forms form
	whole bool // it is a definition
}

var (
	definition = place{forms: formEvery, whole: true}
	property   = place{forms: formEvery}
	element    = place{forms: formEvery}
	branch     = place{forms: formEvery &^ formConst}
)

// vocabulary is the keywords that types say, and the forms that say them. What stands elsewhere is judged.
var vocabulary = withRules(map[string]form{
	"type":                  formUnion | formScalar | formEnum | formConst | formList | formObject | formMap,
	"properties":            formObject,
	"required":              formObject,
	"allOf":                 formObject,
	"unevaluatedProperties": formObject | formMap,
	"additionalProperties":  formObject | formMap,
	"items":                 formList,
	"oneOf":                 formUnion | formEnum,
	"anyOf":                 formUnion | formEnum,
	"enum":                  formEnum,
	"const":                 formConst,
	"$ref":                  formRef,
	"not":                   formRef | formAny,
})

// judgedKeywords are those that a judge knows beside the rules.
var judgedKeywords = []string{
	"$ref", "additionalProperties", "allOf", "anyOf", "const", "contains", "dependentRequired", "enum", "items",
	"maxContains", "maxProperties", "minContains", "minProperties", "not", "oneOf", "patternProperties", "prefixItems",
	"properties", "propertyNames", "required", "type", "unevaluatedProperties", "uniqueItems",
}

// asserts reports whether a keyword demands something.
func asserts(keyword string) bool {
	return slices.Contains(judgedKeywords, keyword) || rules.Of(keyword) != nil
}

// silent are the keywords that demand nothing, beside the annotations.
var silent = []string{
	"$schema", "$id", "$defs", "definitions", "$anchor", "title", "description", "contentEncoding", "default", "$recursiveAnchor",
	"then", "else", // which mean nothing without "if"
}

// unchecked are the keywords of JSON Schema that the emitted code cannot hold a value to, and those that mean nothing without them.
var unchecked = []string{
	"$dynamicRef", "$recursiveRef", "dependentSchemas", "if", "unevaluatedItems",
}

// withRules adds the keywords that package rules knows.
func withRules(v map[string]form) map[string]form {
	for _, r := range rules.Beside() {
		for f, on := range ruled {
			if r.On()&on != 0 {
				v[r.Keyword()] |= f
			}
		}
	}
	return v
}

var formNames = map[form]string{
	formRef: "a reference", formUnion: "a union", formConst: "a constant",
	formEnum: "an enum", formString: "a string", formInteger: "an integer", formNumber: "a number",
	formBoolean: "a boolean", formList: "an array", formObject: "an object with known members",
	formMap: "an open object", formNullable: "a type or null", formAny: "a schema for any value",
}

var typeForms = map[string]form{
	"string": formString, "integer": formInteger, "number": formNumber, "boolean": formBoolean, "array": formList,
}

// formOf decides what n is read as.
func formOf(n *load.Node) form {
	if n.Kind != load.Object {
		return formAny
	}
	if nullless(n) != nil {
		return formNullable
	}
	if constants(n) != nil {
		return formEnum
	}
	for _, f := range []struct {
		key  string
		form form
	}{{"$ref", formRef}, {"oneOf", formUnion}, {"const", formConst}, {"enum", formEnum}, {"anyOf", formUnion}} {
		if n.Get(f.key) != nil && (f.form != formUnion || isBare(n)) {
			return f.form
		}
	}
	typ := n.Get("type")
	if typ != nil && typ.Kind == load.Array {
		for _, key := range []string{"oneOf", "anyOf", "allOf", "not"} {
			if n.Get(key) != nil {
				return formAny
			}
		}
		return formUnion
	}
	if typ != nil && typ.Text != "object" {
		return cmp.Or(typeForms[typ.Text], formAny)
	}
	extra := n.Get("additionalProperties")
	for _, key := range []string{"properties", "allOf"} {
		if n.Get(key) != nil {
			return formObject
		}
	}
	if typ != nil && elemOf(n) != nil {
		return formMap
	}
	if n.Get("required") != nil || n.Get("unevaluatedProperties") != nil {
		return formObject
	}
	switch {
	case extra != nil && (extra.Text == "false" || typ == nil):
		return formObject
	case typ != nil:
		return formMap
	}
	return formAny
}

// isBare reports whether beside a union stands nothing that makes an object with members of its own.
func isBare(n *load.Node) bool {
	typ := n.Get("type")
	return n.Get("properties") == nil && n.Get("required") == nil && (typ == nil || typ.Text == "object")
}

// walk checks n and everything inside it before anything is read.
func (b *builder) walk(n *load.Node) {
	if n.Kind != load.Object { // true or false
		return
	}
	for _, m := range n.Members {
		if (m.Key == "then" || m.Key == "else") && n.Get("if") != nil {
			continue // which says it
		}
		b.keyword(m)
		if m.Key == "title" && n.Get("description") != nil || m.Key == "contentEncoding" && formOf(n) != formString {
			b.annotate(m) // it is used elsewhere only
		}
	}
	for _, sub := range load.Subschemas(n) {
		b.walk(sub)
	}
}

// keyword checks that a keyword is known.
func (b *builder) keyword(m load.Member) {
	switch {
	case rules.IsAnnotation(m.Key):
		b.annotate(m)
	case load.IsUncheckable(m):
		b.d.Errorf(m.KeyPos(), "keyword %q is not checked by generated code: %s", m.Key, load.Advice(m.Key, pointerAbove(m)))
	case asserts(m.Key), slices.Contains(silent, m.Key):
	default:
		if near := diag.Nearest(m.Key, known()); near != "" {
			b.d.Errorf(m.KeyPos(), "keyword %q is not modelled: did you mean %q?", m.Key, near)
			return
		}
		b.d.Errorf(m.KeyPos(), "keyword %q is not modelled: teach model/vocabulary.go what it means first", m.Key)
	}
}

// pointerAbove is the place of the subschema that has a keyword.
func pointerAbove(m load.Member) string {
	at := m.Value.Pos().Pointer
	return at[:strings.LastIndexByte(at, '/')]
}

// known returns every keyword that can be meant by a misspelt one.
func known() []string {
	list := slices.Concat(judgedKeywords, silent, unchecked)
	for _, r := range rules.All() {
		list = append(list, r.Keyword())
	}
	slices.Sort(list)
	return list
}

// shaped decides what n is read as at a place, and which of its keywords the type does not say.
func (b *builder) shaped(n *load.Node, at place) (form, []string) {
	f := formOf(n)
	if f == formNullable {
		if b.isNullable(n, at) {
			return formNullable, nil
		}
		return formAny, left(n, formAny)
	}
	if typ := n.Get("type"); f&(formEnum|formConst) != 0 && typ != nil && !b.fits(n, f) {
		if scalar := typeForms[typ.Text]; scalar&(formInteger|formNumber|formBoolean) != 0 {
			f = scalar // and the values are judged
		}
	}
	rest := left(n, f)
	if f&at.forms == 0 || !b.fits(n, f) || len(rest) > 0 && f&(formUnion|formEnum|formConst) != 0 {
		return formAny, left(n, formAny)
	}
	return f, rest
}

// left returns the keywords of n that its form does not say.
func left(n *load.Node, f form) []string {
	var rest []string
	if typ := n.Get("type"); f == formUnion && typ != nil && typ.Kind == load.Array {
		return nil // each branch has the keywords that are about it
	}
	for _, m := range n.Members {
		said := vocabulary[m.Key]&f != 0
		switch m.Key {
		case "not":
			said = said && isNull(m.Value)
		case "additionalProperties":
			said = said && (closes(n, m.Value) || f == formMap && elemOf(n) == m.Value)
		case "unevaluatedProperties":
			said = said && n.Get("patternProperties") == nil && (m.Value.Kind != load.Object || f == formMap && elemOf(n) == m.Value)
		}
		if asserts(m.Key) && !said {
			rest = append(rest, m.Key)
		}
	}
	return rest
}

// closes reports whether a struct can tell the members that a keyword forbids: by their names alone. An object that forbids
// nothing is no different.
func closes(n, others *load.Node) bool {
	return others.Kind != load.Object && (n.Get("patternProperties") == nil || others.Text != "false")
}

func isNull(n *load.Node) bool {
	return len(n.Members) == 1 && n.Members[0].Key == "type" && n.Members[0].Value.Text == "null"
}

// fits reports whether the type of a form says all that n demands by the keywords of the form.
func (b *builder) fits(n *load.Node, f form) bool {
	typ := n.Get("type")
	if typ != nil && typ.Kind == load.Array && f != formUnion {
		return false
	}
	switch f {
	case formObject:
		return typ != nil && b.isObject(n)
	case formEnum:
		if list := constants(n); list != nil {
			return tellable(list) && (typ == nil || typ.Text == "string") && n.Get("enum") == nil
		}
		values := n.Get("enum").Elems
		return len(values) > 0 && tellable(values) && (typ == nil || typ.Text == "string")
	case formConst:
		return n.Get("const").Kind == load.String && (typ == nil || typ.Text == "string")
	case formUnion:
		return b.isUnion(n)
	case formList:
		return n.Get("prefixItems") == nil
	case formRef:
		if n.Get("unevaluatedProperties") != nil { // which depends on what the reference leads to
			return false
		}
		to, err := b.doc.Resolve(n.Get("$ref"))
		return err == nil && (b.isEntry[to] || len(left(n, f)) == 0 && n.Get("not") == nil && formOf(to)&formScalar != 0)
	}
	return true
}

// tellable reports whether all values are strings that constants can be named after: they differ in more than what does not
// show.
func tellable(values []*load.Node) bool {
	seen := map[string]string{}
	for _, v := range values {
		shown := strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, v.Text)
		if first, double := seen[shown]; v.Kind != load.String || double && first != v.Text {
			return false
		}
		seen[shown] = v.Text
	}
	return true
}

// isObject reports whether a struct says what an object demands of its members.
func (b *builder) isObject(n *load.Node) bool {
	if others := n.Get("unevaluatedProperties"); others != nil && others.Text != "true" {
		for _, key := range []string{"anyOf", "oneOf", "not"} {
			if n.Get(key) != nil { // which can tell of members
				return false
			}
		}
		if others.Kind == load.Object || n.Get("additionalProperties") != nil || n.Get("patternProperties") != nil && n.Get("allOf") != nil {
			return false
		}
	}
	if all := n.Get("allOf"); all != nil {
		for _, elem := range all.Elems {
			if formOf(elem) != formRef || len(left(elem, formRef)) > 0 {
				return false
			}
		}
	}
	return true
}
