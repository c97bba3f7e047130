package wire

import (
	"fmt"
	"path"
	"strings"

	"google.golang.org/protobuf/cmd/protoc-gen-go/internal_gengo"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
)

// PBOptions says where the package of messages goes.
type PBOptions struct {
	ImportPath string // "github.com/aguigen/aguigen/generated/aguipb"
	Package    string // its name, and that of its folder: "aguipb"
}

// Messages prints the package of messages with the generator of protobuf itself, so that it needs neither protoc nor
// buf. Its own header follows ours.
func Messages(p *model.Protocol, o PBOptions) ([]output.File, error) {
	plugin, err := o.plugin(p.Wire)
	if err != nil {
		return nil, err
	}
	// An empty line follows, or the header would be taken for the package's documentation.
	head := strings.Join(output.Header(p), "\n") + "\n\n"
	files := []output.File{{Path: path.Join(o.Package, "doc_gen.go"), Text: []byte(head + o.doc())}}
	for _, file := range plugin.Files {
		if !file.Generate {
			continue
		}
		text, err := internal_gengo.GenerateFile(plugin, file).Content()
		if err != nil {
			return nil, fmt.Errorf("print the messages of %s: %w", path.Base(file.Desc.Path()), err)
		}
		name := strings.TrimSuffix(path.Base(file.Desc.Path()), ".proto") + ".pb.go"
		files = append(files, output.File{Path: path.Join(o.Package, name), Text: append([]byte(head), text...)})
	}
	return files, nil
}

// doc is the documentation of the package, which no .proto file has to bring.
func (o PBOptions) doc() string {
	return "// Package " + o.Package + " holds the messages of the binary encoding, as protoc-gen-go prints them. Their names in\n" +
		"// protobuf's registry begin with the import path, so another copy of the same .proto files can live in one program.\n" +
		"package " + o.Package + "\n"
}

// plugin returns protobuf's generator the files under the names they are registered by.
func (o PBOptions) plugin(wire *model.Wire) (*protogen.Plugin, error) {
	request := &pluginpb.CodeGeneratorRequest{}
	moved := map[string]string{}
	for _, source := range wire.Sources {
		moved[source] = o.registered(source)
		request.FileToGenerate = append(request.FileToGenerate, moved[source])
	}
	for _, file := range wire.Files {
		if moved[file.GetName()] != "" {
			file = o.move(file, wire.Package, moved)
		}
		request.ProtoFile = append(request.ProtoFile, file)
	}
	plugin, err := protogen.Options{}.New(request)
	if err != nil {
		return nil, fmt.Errorf("hand the .proto files to protobuf's generator: %w", err)
	}
	return plugin, nil
}

// registered is the path by which a file is registered. Protobuf knows one file of a path and one message of a name in
// a program and panics at the second, and "events.proto" with its message Event is everybody's. An import path is
// unique in a program, so path and package are made from it. Neither is on the wire.
func (o PBOptions) registered(source string) string { return o.ImportPath + "/" + source }

// registeredPackage is the import path as a package of protobuf: a dot for a slash, and "_2e" for what no name may
// hold, so that two import paths never give one package.
func (o PBOptions) registeredPackage() string {
	var b strings.Builder
	for i, c := range []byte(o.ImportPath) {
		switch letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'; {
		case c == '/':
			b.WriteByte('.')
		case letter, '0' <= c && c <= '9' && i > 0 && o.ImportPath[i-1] != '/':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "_%02x", c)
		}
	}
	return b.String()
}

// move returns a copy of the file with its registered path and package.
func (o PBOptions) move(file *descriptorpb.FileDescriptorProto, from string, moved map[string]string) *descriptorpb.FileDescriptorProto {
	file = proto.CloneOf(file)
	file.Name = proto.String(moved[file.GetName()])
	file.Package = proto.String(o.registeredPackage())
	for i, dependency := range file.Dependency {
		if to := moved[dependency]; to != "" {
			file.Dependency[i] = to
		}
	}
	goPackage := o.ImportPath
	if path.Base(goPackage) != o.Package {
		goPackage += ";" + o.Package
	}
	if file.Options == nil {
		file.Options = &descriptorpb.FileOptions{}
	}
	file.Options.GoPackage = proto.String(goPackage)
	rename := func(name *string) {
		if own, ok := strings.CutPrefix(*name, "."+from+"."); ok && !strings.HasPrefix(*name, ".google.protobuf.") {
			*name = "." + file.GetPackage() + "." + own
		}
	}
	for _, m := range file.MessageType {
		renameTypes(m, rename)
	}
	return file
}

// renameTypes renames the types of the fields of a message and of those inside it.
func renameTypes(m *descriptorpb.DescriptorProto, rename func(*string)) {
	for _, f := range m.Field {
		if f.TypeName != nil {
			rename(f.TypeName)
		}
	}
	for _, nested := range m.NestedType {
		renameTypes(nested, rename)
	}
}
