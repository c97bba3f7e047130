package runtime

// This file replaces, in tests, what is printed for a schema.

// definitions is the schema's $defs.
var definitions = []definition{
	{"Text", func(r *reader) { r.string("#/$defs/Text") }},
	{"Texts", func(r *reader) { r.stringList("#/$defs/Texts", "#/$defs/Texts/items") }},
}

// schemaTexts holds the schemas of the definitions.
var schemaTexts = []schemaText{
	{name: "Text", text: `{"type":"string"}`},
	{name: "Texts", text: `{"type":"array","items":{"$ref":"#/$defs/Text"}}`, refs: []string{"Text"}},
}

// rootDefinition stands for what a document as a whole is judged by.
const rootDefinition = ""
