// Package main serves the JSON Schema of an interface of its own, whose requests hold types of AG-UI.
package main

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/aguigen/aguigen/generated/agui"
)

// Request is what this service takes: an AG-UI run, and whom it is for.
type Request struct {
	Tenant string             `json:"tenant" jsonschema:"minLength=1,description=Whom the run is for."`
	Input  agui.RunAgentInput `json:"input"`
	Replay agui.Events        `json:"replay,omitempty" jsonschema:"description=Events to send again."`
	Last   *agui.AnyMessage   `json:"last,omitempty"`
}

// Schema returns the JSON Schema of a value's type. For the types of AG-UI in it that is the protocol's own.
func Schema(v any) (*jsonschema.Schema, error) {
	p := protocol{shared: jsonschema.Definitions{}}
	r := jsonschema.Reflector{Mapper: p.schemaOf}
	s := r.Reflect(v)
	if p.err != nil {
		return nil, p.err
	}
	if s.Definitions == nil {
		s.Definitions = jsonschema.Definitions{}
	}
	for name, d := range p.shared {
		s.Definitions[name] = d
	}
	return s, nil
}

// protocol collects the definitions of AG-UI that a schema refers to.
type protocol struct {
	shared jsonschema.Definitions
	err    error
}

var here = reflect.TypeFor[agui.Tool]().PkgPath()

// schemaOf returns the schema of a type of AG-UI, nil for any other type. A holder, AnyEvent, is what it holds, and a list,
// Events, a list of that.
func (p *protocol) schemaOf(t reflect.Type) *jsonschema.Schema {
	if t.PkgPath() != here {
		return nil
	}
	if t.Kind() == reflect.Slice && definition(t.Name()) == "" {
		return &jsonschema.Schema{Type: "array", Items: p.schemaOf(t.Elem())}
	}
	name := definition(strings.TrimPrefix(t.Name(), "Any"))
	if name == "" {
		return nil
	}
	p.add(name)
	return &jsonschema.Schema{Ref: "#/$defs/" + name}
}

// definition returns the schema's name of a Go type, which differs in capitals: JSONPatch is JsonPatch there.
func definition(goType string) string {
	for _, name := range agui.Definitions() {
		if strings.EqualFold(name, goType) {
			return name
		}
	}
	return ""
}

// add puts a definition, and those that it refers to, below "$defs".
func (p *protocol) add(name string) {
	text, err := agui.JSONSchema(name)
	if err != nil {
		p.err = err
		return
	}
	var document struct {
		Definitions map[string]json.RawMessage `json:"$defs"`
	}
	if p.err = json.Unmarshal(text, &document); p.err != nil {
		return
	}
	for inner, text := range document.Definitions {
		p.put(inner, text)
	}
	p.put(name, text)
}

// put keeps a definition with all of its keywords, of which the library knows only some. What belongs to a whole document
// stands at its top.
func (p *protocol) put(name string, text json.RawMessage) {
	var keywords map[string]json.RawMessage
	if err := json.Unmarshal(text, &keywords); err != nil {
		p.err = err
		return
	}
	s := &jsonschema.Schema{Extras: map[string]any{}}
	for keyword, value := range keywords {
		if keyword != "$schema" && keyword != "$defs" {
			s.Extras[keyword] = value
		}
	}
	p.shared[name] = s
}

// serve answers with the schema of a request.
func serve(w http.ResponseWriter, _ *http.Request) {
	s, err := Schema(Request{})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/schema+json")
	_ = json.NewEncoder(w).Encode(s) // if it fails, nobody reads any more
}
