package model

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/rules"
)

// form is what a subschema is read as. Its keywords decide, see formOf.
type form uint

const (
	formRoot form = 1 << iota
	formRef
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
	formAny

	formScalar = formString | formInteger | formNumber | formBoolean
	formEvery  = formAny<<1 - 1
)

// place is where a subschema stands.
type place struct {
	name  string
	forms form // that may stand there
	hint  string
}

var (
	rootPlace  = place{"the schema itself", formRoot, ""}
	definition = place{
		"a definition", formUnion | formEnum | formScalar | formList | formObject | formMap | formAny,
		`write "type" and what follows from it, and refer to other definitions where they are needed`,
	}
	property = place{
		"a property", formEvery &^ (formRoot | formObject),
		"move it into $defs and refer to it",
	}
	element = place{
		"the element of an array", formRef | formEnum | formScalar | formList | formMap | formAny,
		"move it into $defs and refer to it",
	}
	branch = place{
		"a branch of oneOf", formRef | formString | formList,
		"a union consists of references to objects, or of a string and an array",
	}
	mixin = place{"an entry of allOf", formRef, "move it into $defs and refer to it"}
)

// vocabulary is every keyword that is modelled, and the forms it is modelled in. A keyword that stands elsewhere
// would be lost without a word, so it is an error.
var vocabulary = withRules(map[string]form{
	"$schema":     formRoot,
	"$id":         formRoot,
	"$defs":       formRoot,
	"$vocabulary": formRoot,
	"$ref":        formRoot | formRef,
	"$anchor":     formEvery &^ (formRoot | formRef | formConst),
	"title":       formEvery,
	"description": formEvery,
	"$comment":    formEvery,

	"type":                  formScalar | formEnum | formConst | formList | formObject | formMap,
	"properties":            formObject,
	"required":              formObject,
	"allOf":                 formObject,
	"unevaluatedProperties": formObject,
	"additionalProperties":  formObject | formMap,
	"items":                 formList,
	"oneOf":                 formUnion,
	"enum":                  formEnum,
	"const":                 formConst,
	"contentEncoding":       formString,
	"not":                   formRef | formAny,
	"default":               formRef | formConst | formEnum | formScalar,
})

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

// placed are the keywords that some places only may carry.
var placed = map[string][]string{
	"$anchor": {definition.name},
	"default": {property.name},
	"not":     {definition.name, property.name, element.name},
}

// elsewhere are the keywords of JSON Schema outside the vocabulary: right spellings, which get no hint.
var elsewhere = []string{
	"$dynamicRef", "anyOf", "contains", "contentSchema",
	"dependentRequired", "dependentSchemas", "else", "if", "maxContains", "maxProperties", "minContains",
	"minProperties", "patternProperties", "prefixItems", "propertyNames", "then",
	"unevaluatedItems", "uniqueItems",
}

var formNames = map[form]string{
	formRoot: "the schema itself", formRef: "a reference", formUnion: "a union", formConst: "a constant",
	formEnum: "an enum", formString: "a string", formInteger: "an integer", formNumber: "a number",
	formBoolean: "a boolean", formList: "an array", formObject: "an object with known members",
	formMap: "an open object", formAny: "a schema for any value",
}

var typeForms = map[string]form{
	"string": formString, "integer": formInteger, "number": formNumber, "boolean": formBoolean, "array": formList,
}

// formOf decides what n is read as.
func formOf(n *load.Node) form {
	for _, f := range []struct {
		key  string
		form form
	}{{"$ref", formRef}, {"oneOf", formUnion}, {"const", formConst}, {"enum", formEnum}} {
		if n.Get(f.key) != nil {
			return f.form
		}
	}
	typ := n.Get("type")
	if typ != nil && typ.Text != "object" {
		return cmp.Or(typeForms[typ.Text], formAny)
	}
	extra := n.Get("additionalProperties")
	for _, key := range []string{"properties", "required", "allOf", "unevaluatedProperties"} {
		if n.Get(key) != nil {
			return formObject
		}
	}
	switch {
	case extra != nil && (extra.Text == "false" || typ == nil):
		return formObject
	case typ != nil:
		return formMap
	}
	return formAny
}

// walk checks n and everything inside it before anything is read.
func (b *builder) walk(n *load.Node, at place) {
	if n.Kind != load.Object {
		b.d.Errorf(n.Pos(), "%s is not modelled as %s: write a schema object", n.Text, at.name)
		return
	}
	f := formOf(n)
	if at.forms == formRoot {
		f = formRoot
	}
	if !b.typed(n, f) {
		return
	}
	for _, m := range n.Members {
		if (m.Key == "then" || m.Key == "else") && n.Get("if") != nil {
			continue // which says it
		}
		b.keyword(m, f, at)
	}
	if f&at.forms == 0 {
		b.d.Errorf(n.Pos(), "%s is not modelled as %s: %s", formNames[f], at.name, at.hint)
		return
	}
	b.inside(n, f)
}

// inside walks the subschemas of n that its form reads.
func (b *builder) inside(n *load.Node, f form) {
	for key, at := range map[string]place{"$defs": definition, "properties": property} {
		if in := n.Get(key); in != nil && vocabulary[key]&f != 0 {
			for _, m := range in.Members {
				b.walk(m.Value, at)
			}
		}
	}
	for key, at := range map[string]place{"allOf": mixin, "oneOf": branch} {
		if in := n.Get(key); in != nil && vocabulary[key]&f != 0 {
			for _, elem := range in.Elems {
				b.walk(elem, at)
			}
		}
	}
	if items := n.Get("items"); items != nil && f == formList {
		b.walk(items, element)
	}
	for _, key := range []string{"additionalProperties", "unevaluatedProperties", "not"} {
		if value := n.Get(key); value != nil {
			if _, err := rules.Of(key).Parse(value, rules.Every); err != nil {
				b.d.Errorf(value.Pos(), "%v", err)
			}
		}
	}
}

// typed checks "type" alone: the other keywords are judged by it.
func (b *builder) typed(n *load.Node, f form) bool {
	typ := n.Get("type")
	switch {
	case typ == nil && f == formObject:
		b.d.Errorf(n.Pos(), `an object without "type": add "type": "object"`)
		return false
	case typ == nil:
		return true
	case typ.Kind == load.Array:
		b.d.Errorf(typ.Pos(), `a list of types is not modelled: write one type, or "oneOf" a string and an array`)
		return false
	case typ.Text == "null":
		b.d.Errorf(typ.Pos(), `the type "null" is not modelled outside "not"`)
		return false
	case f&(formEnum|formConst) != 0 && typ.Text != "string":
		b.d.Errorf(typ.Pos(), "%s of type %q is not modelled: only strings are", formNames[f], typ.Text)
		return false
	}
	return true
}

// keyword checks that a keyword is known and modelled where it stands.
func (b *builder) keyword(m load.Member, f form, at place) {
	if rules.IsAnnotation(m.Key) {
		b.p.Annotations = append(b.p.Annotations, Annotation{rules.AnnotationOf(m), m.Value.Pos()})
		return
	}
	forms, known := vocabulary[m.Key]
	places, bound := placed[m.Key]
	const teach = "teach model/vocabulary.go what it means "
	switch {
	case load.IsUncheckable(m):
		b.d.Errorf(m.KeyPos(), "keyword %q is not checked by generated code: %s", m.Key, load.Advice(m.Key, pointerAbove(m)))
	case !known:
		if near := nearest(m.Key); near != "" {
			b.d.Errorf(m.KeyPos(), "keyword %q is not modelled: did you mean %q?", m.Key, near)
			return
		}
		b.d.Errorf(m.KeyPos(), "keyword %q is not modelled: "+teach+"first", m.Key)
	case forms&f == 0:
		b.d.Errorf(m.KeyPos(), "keyword %q is not modelled on %s: "+teach+"there first", m.Key, formNames[f])
	case bound && !slices.Contains(places, at.name):
		b.d.Errorf(m.KeyPos(), "keyword %q is not modelled on %s: "+teach+"there first", m.Key, at.name)
	}
}

// pointerAbove is the place of the subschema that has a keyword.
func pointerAbove(m load.Member) string {
	at := m.Value.Pos().Pointer
	return at[:strings.LastIndexByte(at, '/')]
}

// nearest returns the known keyword that a misspelt one is likely to mean, "" for none.
func nearest(key string) string {
	if slices.Contains(elsewhere, key) {
		return ""
	}
	return diag.Nearest(key, slices.Sorted(maps.Keys(vocabulary)))
}
