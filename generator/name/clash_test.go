package name_test

import (
	"context"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator"
)

// What the printed code declares beside the names of the schema is met wherever it stands: at the top of the package,
// exported or not, and in a type.
func TestClashesWithThePrintedCode(t *testing.T) {
	const object, union = `{"type": "object", "properties": {%}, "unevaluatedProperties": false}`,
		`{"oneOf": [{"$ref": "#/$defs/One"}, {"$ref": "#/$defs/Two"}]}`
	obj := func(members string) string { return strings.Replace(object, "%", members, 1) }
	variants := func(tag string) string {
		one := func(value string) string {
			return `{"type": "object", "properties": {"` + tag + `": {"const": "` + value + `"}}, "required": ["` + tag + `"], "unevaluatedProperties": false}`
		}
		return `"One": ` + one("1") + `, "Two": ` + one("2")
	}
	for _, c := range []struct{ name, defs, want string }{
		{"method", `"Tool": ` + obj(`"validate": {"type": "string"}`),
			"Tool.validate would be Validate in Go, which the generated code of Tool needs itself: rename it"},
		{"method for a constant", `"Tool": ` + strings.Replace(obj(`"string": {"const": "x"}`), `"unevaluated`, `"required": ["string"], "unevaluated`, 1),
			"Tool.string would be String in Go, which the generated code of Tool needs itself"},
		{"field", `"Tool": ` + obj(`"extra": {"type": "string"}`),
			"Tool.extra would be Extra in Go, which the generated code of Tool needs itself"},
		{"support code", `"Decoder": ` + obj(""),
			"#/$defs/Decoder: Decoder would be Decoder in Go, which the generated code of the package needs itself"},
		{"constructor", `"Tool": ` + obj("") + `, "NewTool": ` + obj(""),
			"NewTool of Tool and NewTool (schema.json:1:"},
		{"catch-all", variants("kind") + `, "Any": ` + union + `, "UnknownAny": ` + obj(""),
			"UnknownAny of Any and UnknownAny (schema.json:1:"},
		{"member of the catch-all", variants("raw") + `, "Any": ` + union,
			"Any.raw would be Raw in Go, which the generated code of the catch-all of Any needs itself"},
		{"what is embedded", `"Base": ` + strings.Replace(obj(`"base": {"type": "string"}`), `, "unevaluatedProperties": false`, "", 1) +
			`, "Tool": ` + strings.Replace(obj(""), `{"type"`, `{"allOf": [{"$ref": "#/$defs/Base"}], "type"`, 1) +
			`, "Trade": ` + strings.Replace(obj(""), `{"type"`, `{"allOf": [{"$ref": "#/$defs/Base"}], "type"`, 1),
			"Tool.base would be Base in Go, which the generated code of Tool needs itself"},
		{"method of Decoder", variants("kind") + `, "Strict": ` + union,
			"Strict would be Strict in Go, which the generated code of Decoder needs itself"},
		{"unexported", `"A": ` + obj("") + `, "B": ` + obj(""), "urlThingShape of B and urlThingShape of A (schema.json:1:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := `{"$id": "https://example.org/spec/1.0/schema.json", "$defs": {` + c.defs + `}}`
			config := generator.Config{Schema: generator.Source{Name: "schema.json", Text: []byte(text)}}
			if c.name == "unexported" { // which names of different spelling can only have if the user chose them
				config.Names.Names = map[string]string{"A": "URLThing", "B": "UrlThing"}
			}
			_, err := generator.Names(context.Background(), config)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
			if lines := strings.Count(c.defs, "allOf"); err != nil && strings.Count(err.Error(), "\n") > max(0, lines-1) {
				t.Errorf("one fault has several messages:\n%v", err)
			}
		})
	}
}
