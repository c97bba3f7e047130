package runtime

import (
	"errors"
	"slices"
	"testing"
)

func TestValidateJSON(t *testing.T) {
	if got := Definitions(); !slices.Equal(got, []string{"Text", "Texts"}) {
		t.Error(got)
	}
	for _, c := range []struct {
		definition, document, at string
	}{
		{"Text", `"a"`, ""},
		{"Texts", `["a", "b"]`, ""},
		{"Texts", `["a", 1]`, "/1"},
		{"Text", `["a"]`, ""},
	} {
		t.Run(c.definition, func(t *testing.T) {
			err := ValidateJSON(c.definition, []byte(c.document))
			var found ValidationErrors
			if wrong := c.at != "" || c.definition == "Text" && c.document[0] == '['; errors.As(err, &found) != wrong {
				t.Errorf("%s: %s: %v", c.definition, c.document, err)
			} else if wrong && found[0].InstanceLocation != c.at {
				t.Errorf("%s: %s: %q", c.definition, c.document, found[0].InstanceLocation)
			}
		})
	}
	var syntax *SyntaxError
	if err := ValidateJSON("Text", []byte(`"a`)); !errors.As(err, &syntax) {
		t.Error(err)
	}
	if err := ValidateJSON("Texs", []byte(`"a"`)); err == nil {
		t.Error("a definition that is not there")
	}
}
