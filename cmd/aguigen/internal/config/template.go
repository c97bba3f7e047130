package config

import "strings"

// Template is a file with every key, its default and what it is for.
func Template(schema string, parts []string) string {
	return strings.NewReplacer("SCHEMA", schema, "PARTS", strings.Join(parts, ", ")).Replace(template)
}

const template = `# yaml-language-server: $schema=https://raw.githubusercontent.com/aguigen/aguigen/main/cmd/aguigen/internal/config/config.schema.json

# What aguigen generates, and from what. Paths are relative to this file. Flags of the command go before it.

# schema is a protocol version that aguigen has (aguigen schema list), a JSON Schema file, or an https address. An
# address is used only by "aguigen schema fetch", which stores the file beside this one; commit it.
schema: "SCHEMA"

# proto is the folder of the .proto files. Default: those of the version, or the folder proto beside the schema file.
# proto: proto

# out is the folder that the packages are written to, each in a folder of its own.
out: .

# package is the name of the package with the types. The others are NAMEpb, NAMEproto, NAMEstream and NAMEhttp.
package: agui

# module is the path of the module that out becomes where no go.mod stands above it. Default: the folder's name.
# module: example.org/mymodule

# emit says what to write. proto needs all that stand before it, stream needs json, http needs stream.
emit: [PARTS]

# definitions names what to generate; what it needs comes with it. A union brings all of its variants, unless variants
# of it are named here: then it keeps those, and reads any other as unknown. Default: all definitions.
# definitions: [RunAgentInput]

# unchecked names keywords of the schema that the generated code shall not check, each with its place. Only those that it
# cannot check may stand here: if, dependentSchemas, $dynamicRef, unevaluatedItems, and patterns that Go does not know.
# unchecked:
#   - {keyword: if, at: "#/$defs/Form"}

# initialisms are words that Go names spell in this way, beside ID, URL, JSON and the like.
# initialisms: [SKU]

# names sets another Go name for what "aguigen dump names" prints at the left.
# names:
#   Tool: ToolSpec
#   Tool.parameters: Params

# aliases keeps former Go names of types, constants and functions, as deprecated names for what they are called now.
# aliases:
#   OldName: NewName

# numbers says how Go holds what the schema calls a number: exact keeps it as it is spelled, in a json.Number. Default: float64.
# numbers: exact

# header is a comment that every Go file gets, such as a licence.
# header: |
#   SPDX-License-Identifier: MIT
`
