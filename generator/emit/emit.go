// Package emit prints the model as Go. The model and its names come in; files go out, not formatted yet, each made by
// an emitter for one kind of output.
package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

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
type Parts struct{ JSON, Validate, Proto, Stream bool }

// Folders returns the folders that the files of a package with that name may lie in, whatever the parts.
func Folders(pkg string) []string { return []string{pkg, pkg + "pb", pkg + "proto", pkg + "stream"} }

// All prints every file.
func All(p *model.Protocol, n *name.Table, o Options) ([]File, error) {
	out := output{p: p, pkg: o.Package, path: o.ImportPath + "/" + o.Package}
	g := &gen{p: p, n: n, o: o, out: out, owner: map[*model.Object]*model.Union{}}
	for _, u := range g.p.Unions() {
		for _, v := range u.Variants {
			g.owner[v.Object] = u
		}
	}
	if err := g.compilePatterns(); err != nil {
		return nil, err
	}
	files := []File{g.packageDoc()}
	for _, f := range g.families() {
		files = append(files, g.family(f)...)
	}
	files, err := out.prune(append(files, g.shared()...))
	if err != nil {
		return nil, err
	}
	// Types alone need little more than the way to fill an optional field.
	support, err := out.support("runtime", files, o.Parts.JSON, "Ptr")
	if err != nil {
		return nil, err
	}
	files = append(files, support...)
	if o.Parts.Proto && p.Wire != nil {
		binary, err := g.wirePackages()
		if err != nil {
			return nil, err
		}
		files = append(files, binary...)
	}
	if o.Parts.Stream && p.Streams != nil {
		streams, err := g.streamPackage()
		if err != nil {
			return nil, err
		}
		files = append(files, streams...)
	}
	old, err := g.deprecated(files)
	if err != nil {
		return nil, err
	}
	return headed(append(files, old...), o.Header), nil
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
		f := family{file: strings.ToLower(strings.Join(name.Words(u.Name), "_")), definitions: []model.Definition{u}}
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
			if g.owner[d] == nil && !d.Mixin {
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

// family prints the files of a group: its types, their JSON, their checks.
func (g *gen) family(f family) []File {
	var types, decoders, encoders, checks []jen.Code
	for _, d := range f.definitions {
		switch d := d.(type) {
		case *model.Enum:
			types = append(types, g.enum(d)...)
			decoders = append(decoders, g.decodeEnum(d)...)
			checks = append(checks, g.checkEnum(d))
		case *model.Alias:
			types = append(types, g.alias(d)...)
			if l, ok := d.Type.(*model.List); ok {
				encoders = append(encoders, g.listType(g.n.Type(d), l)...)
				checks = append(checks, g.checkListType(g.n.Type(d), l))
			}
		case *model.Object:
			types = append(append(types, g.object(d)...), g.cloneObject(d)...)
			decoders = append(decoders, g.decodeObject(d)...)
			encoders = append(encoders, g.encodeObject(d)...)
			checks = append(checks, g.checkObject(d)...)
		case *model.Union:
			if d.Discriminator == "" {
				types = append(append(types, g.choice(d)...), g.cloneChoice(d)...)
				decoders = append(decoders, g.decodeChoice(d)...)
				encoders = append(encoders, g.encodeChoice(d)...)
				checks = append(checks, g.checkChoice(d)...)
				continue
			}
			types = append(append(types, g.union(d)...), g.cloneUnion(d)...)
			types = append(types, g.unionTypes(d)...)
			if d.Tags == nil {
				types = append(types, g.tagType(d)...)
			}
			decoders = append(decoders, g.decodeUnion(d)...)
			encoders = append(append(encoders, g.encodeUnion(d)...), g.encodeUnionTypes(d)...)
			checks = append(checks, g.checkUnion(d)...)
			if !g.n.HasListAlias(d) {
				checks = append(checks, g.checkListType(g.n.List(d), g.listOfUnion(d)))
			}
		default:
			panic(fmt.Sprintf("emit: no emitter for %T", d))
		}
	}
	files := g.out.file(f.file, types)
	if g.o.Parts.JSON {
		files = append(files, g.out.file(f.file+"_decode", decoders)...)
		files = append(files, g.out.file(f.file+"_encode", encoders)...)
	}
	if g.o.Parts.Validate {
		files = append(files, g.out.file(f.file+"_validate", checks)...)
	}
	return files
}

// shared prints what belongs to no family: the Decoder's methods, ValidateJSON, and the functions for lists and
// patterns that the families turned out to need.
func (g *gen) shared() []File {
	if !g.o.Parts.JSON {
		return nil
	}
	var decoder, verdicts, lists, writers, matchers []jen.Code
	for _, d := range g.p.Definitions {
		if u, ok := d.(*model.Union); ok && u.Discriminator != "" {
			decoder = append(decoder, g.decoderMethod(u))
		}
	}
	if g.o.Parts.Validate {
		for _, d := range g.p.Definitions {
			if o, ok := d.(*model.Object); ok && o.Mixin {
				verdicts = append(verdicts, g.mixin(o)...)
			}
		}
		verdicts = append(g.validateJSON(), verdicts...)
	}
	var listChecks []jen.Code
	for i := 0; i < len(g.lists); i++ { // a list of lists adds to them
		lists = append(lists, g.decodeList(g.lists[i]))
		writers = append(writers, g.encodeList(g.lists[i]))
		if g.o.Parts.Validate {
			listChecks = append(listChecks, g.checkList(g.lists[i]))
		}
	}
	for _, p := range g.patterns {
		matchers = append(matchers, p.match())
	}
	files := append(g.out.file("decoder", decoder), g.out.file("validate", verdicts)...)
	files = append(files, g.out.file("json_schema", g.jsonSchema())...)
	files = append(append(files, g.out.file("lists_decode", lists)...), g.out.file("lists_encode", writers)...)
	return append(append(files, g.out.file("lists_validate", listChecks)...), g.out.file("patterns", matchers)...)
}

// packageDoc prints the file with the package's documentation and the constants that say what it was made from.
func (g *gen) packageDoc() File {
	f := g.out.newFile()
	what := "types of the protocol version " + g.p.Version
	if len(g.p.Only) > 0 {
		what = "a part of the " + what + ": " + strings.Join(g.p.Only, ", ") + ", and what that needs"
	}
	for _, line := range comment("Package "+g.o.Package, "", what+". "+g.p.Doc) {
		f.PackageComment("// " + line)
	}
	f.Const().Defs(
		remark("ProtocolVersion is the version of the protocol, from the schema's address."),
		jen.Id("ProtocolVersion").Op("=").Add(lit(g.p.Version)),
		remark("SchemaID is the address of the schema that the package was made from. With an anchor behind it,"),
		remark("SchemaID + \"#Name\", it is the address of a definition."),
		jen.Id("SchemaID").Op("=").Add(lit(g.p.ID)),
		remark("SchemaSHA256 is the checksum of that schema's file."),
		jen.Id("SchemaSHA256").Op("=").Add(lit(g.p.SHA256)),
	)
	return g.out.render("doc", f)
}
