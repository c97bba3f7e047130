package codecs

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"sigs.k8s.io/yaml"

	"github.com/aguigen/aguigen/generated/agui"
)

// TestLossyFormats writes and reads every row as YAML, and as BSON by way of extended JSON. Only digits that a double does
// not have get lost.
func TestLossyFormats(t *testing.T) {
	for name, c := range map[string]codec{
		"YAML": {"", yaml.Marshal, func(text []byte, v any) error { return yaml.Unmarshal(text, v) }},
		"BSON": {"", toBSON, fromBSON},
	} {
		t.Run(name, func(t *testing.T) {
			for _, r := range rows(t) {
				text, err := c.marshal(r)
				if name == "YAML" && strings.Contains(spelled(t, r), "\ufeff") {
					if err == nil {
						t.Error("YAML takes a byte order mark inside of a text now: say so in docs/storage.md")
					}
					continue
				}
				if err != nil {
					t.Errorf("%s: %s: %v", name, spelled(t, r), err)
					continue
				}
				var back row
				if err := c.unmarshal(text, &back); err != nil {
					t.Errorf("%s: %s: %v", name, spelled(t, r), err)
					continue
				}
				if got, want := spelled(t, back), spelled(t, r); !reflect.DeepEqual(rough(t, got), rough(t, want)) {
					t.Errorf("%s: became\n%s\nfrom\n%s", name, got, want)
				}
			}
		})
	}
}

// rough reads JSON with numbers as doubles.
func rough(t *testing.T, text string) (v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func toBSON(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var doc bson.D
	if err := bson.UnmarshalExtJSON(text, false, &doc); err != nil {
		return nil, err
	}
	return bson.Marshal(doc)
}

func fromBSON(data []byte, v any) error {
	text, err := bson.MarshalExtJSON(bson.Raw(data), false, false)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}

// TestExtendedTypes holds what docs/storage.md says of free objects that look like types of extended JSON.
func TestExtendedTypes(t *testing.T) {
	event := func(value string) agui.AnyEvent {
		return agui.AnyEvent{Value: agui.NewCustomEvent("n", json.RawMessage(value))}
	}
	data, err := toBSON(row{Last: event(`{"$numberInt":"5"}`)})
	if err != nil {
		t.Fatal(err)
	}
	var back row
	if err := fromBSON(data, &back); err != nil || spelled(t, back) != spelled(t, row{Last: event("5")}) {
		t.Errorf("became %s, %v", spelled(t, back), err)
	}
	if _, err := toBSON(row{Last: event(`{"$oid":"x"}`)}); err == nil {
		t.Error("an object that is no ObjectID is taken for one")
	}
}
