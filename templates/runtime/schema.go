package runtime

import (
	"encoding/json"
	"slices"
)

// schemaText is the schema of a definition: an object, without anchors.
type schemaText struct {
	name string
	text string
	refs []string // the definitions that it refers to
}

// JSONSchema returns the JSON Schema of a definition, given its name in the schema, with the definitions that it refers
// to below "$defs". It is meant for tools that describe interfaces.
func JSONSchema(definition string) (json.RawMessage, error) { return schemaOf(schemaTexts, definition) }

// schemaOf returns the schema of a definition as a separate document, with the definitions that it refers to
// below "$defs".
func schemaOf(list []schemaText, definition string) (json.RawMessage, error) {
	var known []string
	for _, s := range list {
		known = append(known, s.name)
	}
	top := slices.Index(known, definition)
	if top < 0 {
		return nil, noDefinition(definition, known)
	}
	needed := make([]bool, len(list))
	var need func(refs []string)
	need = func(refs []string) {
		for _, name := range refs {
			if i := slices.Index(known, name); !needed[i] {
				needed[i] = true
				need(list[i].refs)
			}
		}
	}
	need(list[top].refs)
	out := []byte(`{"$schema":"https://json-schema.org/draft/2020-12/schema"`)
	if text := list[top].text; text != "{}" {
		out = append(append(out, ','), text[1:len(text)-1]...)
	}
	before := `,"$defs":{`
	for i, s := range list {
		if needed[i] {
			out = append(append(appendString(append(out, before...), s.name), ':'), s.text...)
			before = ","
		}
	}
	if before == "," {
		out = append(out, '}')
	}
	return append(out, '}'), nil
}
