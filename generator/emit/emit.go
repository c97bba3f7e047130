// Package emit prints the model as Go. The model and its names come in; files go out, not formatted yet, each made by
// an emitter for one kind of output.
package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/emit/wire"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// Options says what to print.
type Options struct {
	Package    string // the name of the types package, and the start of the others' names
	ImportPath string // of the folder that holds the packages
	Parts      Parts
	Aliases    []FormerName // old names that the package of types keeps
	Header     string       // a comment for every Go file
}

// Parts selects what is printed beside the types. Validate needs JSON, and Proto both.
type Parts struct{ JSON, Validate, Proto, Stream, HTTP bool }

// Folders returns the folders that the files of a package with that name may lie in, whatever the parts.
func Folders(pkg string) []string {
	return []string{pkg, pkg + "pb", pkg + "proto", pkg + "stream", pkg + "http"}
}

// Printed is the output: its files, and what the packages declare that we print, by their names.
type Printed struct {
	Files    []File
	Declared map[string][]decl.Decl
}

// All prints every file.
func All(p *model.Protocol, n *name.Table, o Options) (*Printed, error) {
	g, err := typesPackage(p, n, o)
	if err != nil {
		return nil, err
	}
	if err := g.deprecated(); err != nil {
		return nil, err
	}
	files := g.out.Files()
	if o.Parts.Proto && p.Wire != nil {
		out, binary, err := wire.Print(p, n, g.out)
		if err != nil {
			return nil, err
		}
		g.packages = append(g.packages, out)
		files = append(files, binary...)
	}
	if o.Parts.Stream && p.Streams != nil {
		streams, err := g.streamPackage()
		if err != nil {
			return nil, err
		}
		files = append(files, streams...)
	}
	if o.Parts.HTTP && p.Streams != nil && p.Streams.Served() {
		served, err := g.httpPackage()
		if err != nil {
			return nil, err
		}
		files = append(files, served...)
	}
	all := &Printed{Files: headed(files, o.Header), Declared: map[string][]decl.Decl{}}
	for _, out := range g.packages {
		all.Declared[out.Name] = out.Declared()
	}
	return all, nil
}

// Declared returns what the package of types declares if all of its parts are printed: names are free or taken, and
// versions compared, whichever parts a user chooses. It is nil where the names make no Go.
func Declared(p *model.Protocol, n *name.Table) []decl.Decl {
	g, err := typesPackage(p, n, Options{Package: "types", ImportPath: "x", Parts: Parts{JSON: true, Validate: true}})
	if err != nil {
		return nil
	}
	list := g.out.Declared()
	for i := range list {
		list[i].From = g.origin(&list[i])
	}
	return list
}

// typesPackage prints the package of types.
func typesPackage(p *model.Protocol, n *name.Table, o Options) (*gen, error) {
	g := &gen{p: p, n: n, o: o, owner: map[*model.Object]*model.Union{},
		read: map[*model.Object]bool{}, written: map[*model.Object]bool{}, out: &output.Package{
			Name: o.Package, Path: o.ImportPath + "/" + o.Package, Header: header(p), Known: map[string]string{"json": jsonPath},
		}}
	g.packages = append(g.packages, g.out)
	for _, u := range g.p.Unions() {
		for _, v := range u.Variants {
			g.owner[v.Object] = u
		}
	}
	if err := g.compilePatterns(); err != nil {
		return nil, err
	}
	g.packageDoc()
	for _, f := range g.families() {
		g.family(f)
	}
	g.shared()
	// Types alone need little more than the way to fill an optional field.
	support := output.Support{Folder: "runtime", Exported: o.Parts.JSON, Names: []string{"Ptr"},
		Skip: []string{"standin.go", "tool.go"}} // which stand for what is printed, and the tool's way to this code
	if !p.HasNullable() {
		support.Skip = append(support.Skip, "nullable.go")
	}
	if !o.Parts.Validate {
		support.Without = map[string]bool{"definitions": true}
	}
	if err := g.out.AddSupport(support); err != nil {
		return nil, err
	}
	return g, g.out.Finish()
}

// family is a group of definitions that share their files: a union and its variants, or what belongs to no union.
type family struct {
	file        string
	definitions []model.Definition
}

// families splits the definitions: each union with its variants, the enums, and the rest.
func (g *gen) families() []family {
	var list []family
	enums, rest := family{file: "enums"}, family{file: "types"}
	for _, u := range g.p.Unions() {
		f := family{file: strings.ToLower(strings.Join(name.Words(fileName(g, u)), "_")), definitions: []model.Definition{u}}
		for _, v := range u.Variants {
			if g.owner[v.Object] == u {
				f.definitions = append(f.definitions, v.Object)
			}
		}
		list = append(list, f)
	}
	for _, d := range g.p.Definitions {
		switch d := d.(type) {
		case *model.Enum:
			enums.definitions = append(enums.definitions, d)
		case *model.Object:
			if g.owner[d] == nil && (!d.Mixin || d.Embedded) {
				rest.definitions = append(rest.definitions, d)
			}
		case *model.Union:
			if d.Discriminator == "" {
				rest.definitions = append(rest.definitions, d)
			}
		case *model.Alias:
			rest.definitions = append(rest.definitions, d)
		}
	}
	return append([]family{enums, rest}, list...)
}

// emitter prints one kind of code for a definition.
type emitter struct {
	file  string // what stands behind the family's name in that of the file
	part  func(Parts) bool
	print func(*gen, model.Definition) []jen.Code
}

func anyPart(Parts) bool        { return true }
func jsonPart(p Parts) bool     { return p.JSON }
func validatePart(p Parts) bool { return p.Validate }

// emitters is what is printed for each definition. A method that every type gets is one more.
var emitters = []emitter{
	{"", anyPart, (*gen).typeOfDefinition},
	{"", anyPart, (*gen).clone},
	{"_decode", jsonPart, (*gen).decode},
	{"_encode", jsonPart, (*gen).encode},
	{"_validate", validatePart, (*gen).check},
}

// family prints the files of a group.
func (g *gen) family(f family) {
	for _, g.current = range f.definitions {
		d := g.current
		for _, e := range emitters {
			if e.part(g.o.Parts) {
				g.out.Add(f.file+e.file, decl.Origin{Definition: d}, e.print(g, d)...)
			}
		}
	}
}

// typeOfDefinition is the Go type, and what belongs to it whatever the parts.
func (g *gen) typeOfDefinition(d model.Definition) []jen.Code {
	switch d := d.(type) {
	case *model.Enum:
		return g.enum(d)
	case *model.Alias:
		return g.alias(d)
	case *model.Object:
		if d.Mixin {
			return g.mixin(d)
		}
		return g.object(d)
	case *model.Union:
		if d.Discriminator == "" {
			return g.choice(d)
		}
		return g.union(d)
	default:
		panic(fmt.Sprintf("emit: no type for %T", d))
	}
}

// shared prints what belongs to no family: the Decoder's methods, ValidateJSON, and the functions for lists and
// patterns that the families turned out to need.
func (g *gen) shared() {
	if !g.o.Parts.JSON {
		return
	}
	for _, u := range g.p.Unions() {
		g.out.Add("decoder", decl.Origin{Definition: u}, g.decoderMethod(u))
		if g.streamed(u) {
			g.out.Add("decoder", decl.Origin{Definition: u}, g.arenaMethod(u))
		}
	}
	g.out.Add("json_schema", decl.Origin{}, g.jsonSchema())
	if g.o.Parts.Validate {
		g.verdicts()
	}
	g.mixinMethods()
	for i := 0; i < len(g.lists); i++ { // a list of lists adds to them
		l := g.lists[i]
		if l.isMap {
			g.mapFunctions(l)
			continue
		}
		g.out.Add("lists_decode", l.from, g.decodeList(l))
		g.out.Add("lists_encode", l.from, g.encodeList(l))
		if g.o.Parts.Validate {
			g.out.Add("lists_validate", l.from, g.checkList(l))
		}
	}
	g.printJudges()
	for _, p := range g.patterns {
		g.out.Add("patterns", decl.Origin{}, p.match())
	}
}

// unchecked is what the package's documentation says of the keywords that the user wants to do without.
func (g *gen) unchecked() []string {
	if len(g.p.Unchecked) == 0 {
		return nil
	}
	lines := []string{"", "# Not checked", ""}
	lines = append(lines, output.WrapText("Reading and Validate do not look at these keywords of the schema, each at its place:")...)
	lines = append(lines, "")
	for _, u := range g.p.Unchecked {
		lines = append(lines, "  - "+u.Keyword+" at "+u.At)
	}
	return lines
}

// packageDoc prints the file with the package's documentation and the constants that say what it was made from.
func (g *gen) packageDoc() {
	what := "the types of AG-UI protocol " + g.p.Version
	if g.p.Version == "" {
		what = "the types of the schema " + g.p.ID
	}
	if len(g.p.Only) > 0 {
		what = "a part of " + what + ": " + strings.Join(g.p.Only, ", ") + ", and what they refer to"
	}
	g.out.Doc(append(comment("Package", "", "Package "+g.o.Package+" provides "+what+". "+g.p.Doc), g.unchecked()...))
	var version []jen.Code
	if g.p.Version != "" {
		version = []jen.Code{remark("ProtocolVersion is the version of the protocol, from the schema's address."),
			jen.Id("ProtocolVersion").Op("=").Add(lit(g.p.Version))}
	}
	g.out.Add("doc", decl.Origin{}, jen.Const().Defs(append(version,
		remark("SchemaID is the address of the schema that the package was generated from. With an anchor,"),
		remark("SchemaID + \"#Name\", it is the address of a definition."),
		jen.Id("SchemaID").Op("=").Add(lit(g.p.ID)),
		remark("SchemaSHA256 is the SHA-256 checksum of the schema's file."),
		jen.Id("SchemaSHA256").Op("=").Add(lit(g.p.SHA256)),
	)...))
}

// fileName is what the files of a union are named after.
func fileName(g *gen, u *model.Union) string {
	if u.Inline != "" {
		return g.n.Type(u)
	}
	return u.Name
}
