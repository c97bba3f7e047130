package rules

import (
	"encoding/json"
	"strings"

	"github.com/aguigen/aguigen/generator/load"
)

// annotations are the keywords that say something of a value and demand nothing: "format" as well, in 2020-12. Their own
// types are checked by load.
var annotations = map[string]bool{
	"$dynamicAnchor": true, // and an anchor
	"$comment":       true, "$vocabulary": true, "contentSchema": true,
	"discriminator": true, // of OpenAPI, which is held against what was found
	"deprecated":    true, "examples": true, "readOnly": true, "writeOnly": true, "format": true, "contentMediaType": true,
}

// IsAnnotation reports whether a keyword demands nothing. Names that start with x- are the schema's own.
func IsAnnotation(keyword string) bool {
	return annotations[keyword] || strings.HasPrefix(keyword, "x-")
}

// Annotation is a keyword that was read and changes nothing but, at most, the documentation.
type Annotation struct{ Keyword, Value string }

// AnnotationOf spells a keyword's value as JSON on one line.
func AnnotationOf(m load.Member) Annotation { return Annotation{m.Key, Compact(m.Value)} }

// Examples returns the values of "examples", each as JSON.
func Examples(n *load.Node) []string {
	list := n.Get("examples")
	if list == nil {
		return nil
	}
	var texts []string
	for _, e := range list.Elems {
		texts = append(texts, Compact(e))
	}
	return texts
}

// Deprecated reports whether a subschema says so.
func Deprecated(n *load.Node) bool {
	d := n.Get("deprecated")
	return d != nil && d.Text == "true"
}

// Compact spells a value as JSON, its keys in order.
func Compact(n *load.Node) string { return jsonOf(n.Value()) }

// jsonOf spells a value as JSON.
func jsonOf(value any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		panic("rules: a value that was JSON is none: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}
