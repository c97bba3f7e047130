package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// document is what is served.
type document struct {
	Ref         string                    `json:"$ref"`
	Definitions map[string]map[string]any `json:"$defs"`
}

func served(t *testing.T) (d document) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(serve))
	defer server.Close()
	response, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&d); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestServed looks for the service's own type beside those of the protocol, and follows every reference.
func TestServed(t *testing.T) {
	d := served(t)
	if d.Ref != "#/$defs/Request" {
		t.Errorf("the document is about %q", d.Ref)
	}
	for field, want := range map[string]any{
		"input":  map[string]any{"$ref": "#/$defs/RunAgentInput"},
		"last":   map[string]any{"$ref": "#/$defs/Message"},
		"replay": map[string]any{"type": "array", "items": map[string]any{"$ref": "#/$defs/Event"}, "description": "Events to send again."},
	} {
		t.Run(field, func(t *testing.T) {
			if got := d.Definitions["Request"]["properties"].(map[string]any)[field]; !reflect.DeepEqual(got, want) {
				t.Errorf("%s: got %v, want %v", field, got, want)
			}
		})
	}
	follow(t, d, d.Definitions["Request"], map[string]bool{})
}

// follow visits what a schema refers to.
func follow(t *testing.T, d document, value any, seen map[string]bool) {
	switch value := value.(type) {
	case []any:
		for _, elem := range value {
			follow(t, d, elem, seen)
		}
	case map[string]any:
		for key, inner := range value {
			ref, isText := inner.(string)
			if key != "$ref" || !isText {
				follow(t, d, inner, seen)
				continue
			}
			name := strings.TrimPrefix(ref, "#/$defs/")
			to, ok := d.Definitions[name]
			if !ok {
				t.Errorf("%s leads nowhere", ref)
			}
			if !seen[name] {
				seen[name] = true
				follow(t, d, to, seen)
			}
		}
	}
}

// TestVerbatim compares a definition with the protocol's: no keyword got lost on the way.
func TestVerbatim(t *testing.T) {
	text, err := agui.JSONSchema("AssistantMessage")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	delete(want, "$schema")
	delete(want, "$defs")
	if got := served(t).Definitions["AssistantMessage"]; !reflect.DeepEqual(got, want) || got["unevaluatedProperties"] != false {
		t.Errorf("got\n%v\nwant\n%v", got, want)
	}
}

func TestNames(t *testing.T) {
	for goType, want := range map[string]string{"JSONPatch": "JsonPatch", "Tool": "Tool", "Events": ""} {
		t.Run(goType, func(t *testing.T) {
			if got := definition(goType); got != want {
				t.Errorf("%s is %q, not %q", goType, got, want)
			}
		})
	}
}
