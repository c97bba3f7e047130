package wire

import (
	"encoding/json"
	"testing"
)

func TestRetired(t *testing.T) {
	r := retired{tag: "blob", as: "file", by: "type",
		fills: [][]assignment{
			{{path: []string{"from", "kind"}, value: `"data"`}, {path: []string{"from", "value"}, member: "data"}, {path: []string{"from", "type"}, member: "type"}},
			{{path: []string{"from", "kind"}, value: `"url"`}, {path: []string{"from", "value"}, member: "url"}},
		},
		carry: []assignment{{path: []string{"more", "name"}, member: "name"}},
		marks: []assignment{{path: []string{"more", "old"}, value: "true"}},
	}
	for in, want := range map[string]string{
		`{"type":"t","data":"d","url":"u","name":"n"}`: `{"kind":"file","from":{"kind":"data","value":"d","type":"t"},"more":{"old":true,"name":"n"}}`,
		`{"type":"","data":"","url":"u","name":""}`:    `{"kind":"file","from":{"kind":"url","value":"u"},"more":{"old":true}}`,
		`{"type":"","data":"\u0064"}`:                  `{"kind":"file","from":{"kind":"data","value":"\u0064","type":""},"more":{"old":true}}`,
		`{"type":"t","id":"i"}`:                        "",
		`{"data":"d"}`:                                 "",
		`{"type":1,"data":"d"}`:                        "",
		`{"type":"t","data":1}`:                        "",
	} {
		t.Run(in, func(t *testing.T) {
			var members map[string]json.RawMessage
			if err := json.Unmarshal([]byte(in), &members); err != nil {
				t.Fatal(err)
			}
			if got := string(r.text("kind", members)); got != want {
				t.Errorf("%s becomes %s, want %s", in, got, want)
			}
		})
	}
}
