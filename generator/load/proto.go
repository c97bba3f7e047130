package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/linker"
	"github.com/bufbuild/protocompile/reporter"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/aguigen/aguigen/generator/diag"
)

// Protos is a compiled folder of .proto files.
type Protos struct {
	// Files holds the folder's own files, sorted by path.
	Files []protoreflect.FileDescriptor
	// Package is the package of all of them, "ag_ui".
	Package protoreflect.FullName

	display string
}

// CompileProtos compiles every .proto file at the top of a folder. Imports come from the same folder or are the well-known
// files of protobuf. Positions name the files below display.
func CompileProtos(fsys fs.FS, display string) (*Protos, error) {
	names, err := fs.Glob(fsys, "*.proto")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, diag.List{{Pos: diag.Pos{File: display}, Message: noProtos(fsys)}}
	}
	files, err := compileProtos(fsys, display, names)
	if err != nil {
		return nil, err
	}
	p := &Protos{display: display}
	for _, file := range files {
		p.Files = append(p.Files, file)
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	return p, nil
}

// noProtos returns why a folder has no .proto files.
func noProtos(fsys fs.FS) string {
	if _, err := fs.ReadDir(fsys, "."); err != nil {
		var cause *fs.PathError
		if errors.As(err, &cause) {
			err = cause.Err
		}
		return fmt.Sprintf("cannot read the folder of .proto files: %v", err)
	}
	return "the folder holds no .proto file"
}

func compileProtos(fsys fs.FS, display string, names []string) (linker.Files, error) {
	var found diag.List
	add := func(err reporter.ErrorWithPos) error {
		at := err.GetPosition()
		found.Errorf(diag.Pos{File: path.Join(display, at.Filename), Line: at.Line, Column: at.Col}, "%v", err.Unwrap())
		return nil // continue, so that all errors are found
	}
	compiler := protocompile.Compiler{
		Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{
			Accessor: func(name string) (io.ReadCloser, error) {
				text, err := fs.ReadFile(fsys, name)
				return io.NopCloser(bytes.NewReader(Unix(text))), err
			},
		}),
		MaxParallelism: 1, // a deterministic order of findings
		SourceInfoMode: protocompile.SourceInfoStandard,
		Reporter:       reporter.NewReporter(add, nil),
	}
	files, err := compiler.Compile(context.Background(), names...)
	var placed reporter.ErrorWithPos
	switch {
	case len(found) > 0 || err == nil:
	case errors.As(err, &placed): // a missing import is not reported but returned
		_ = add(placed)
	default:
		found.Errorf(diag.Pos{File: display}, "%v", err)
	}
	return files, found.Err()
}

// check requires proto3, the only rules of presence that are supported, and one package for all files, because names
// are compared without it.
func (p *Protos) check() error {
	var found diag.List
	p.Package = p.Files[0].Package()
	for _, file := range p.Files {
		switch pos := p.Pos(file); {
		case file.Syntax() != protoreflect.Proto3:
			found.Errorf(pos, "the file has syntax %s: only proto3 is modelled, so begin it with syntax = \"proto3\";", file.Syntax())
		case file.Package() == "":
			found.Errorf(pos, "the file has no package statement: give it that of its neighbours")
		case file.Package() != p.Package:
			found.Errorf(pos, "package %s, but %s has package %s: all files of a folder share one",
				file.Package(), p.Files[0].Path(), p.Package)
		}
	}
	return found.Err()
}

// Pos returns the place of a declaration; for a file, that of its package statement.
func (p *Protos) Pos(d protoreflect.Descriptor) diag.Pos {
	file := d.ParentFile()
	pos := diag.Pos{File: path.Join(p.display, file.Path())}
	at := file.SourceLocations().ByDescriptor(d)
	if d == protoreflect.Descriptor(file) {
		at = file.SourceLocations().ByPath(protoreflect.SourcePath{2}) // the number of "package" in FileDescriptorProto
	}
	if len(at.Path) > 0 {
		pos.Line, pos.Column = at.StartLine+1, at.StartColumn+1
	}
	return pos
}

// Name returns the name of a declaration without the package: "ToolCall.Function".
func (p *Protos) Name(d protoreflect.Descriptor) string {
	full, prefix := string(d.FullName()), string(p.Package)+"."
	if len(full) > len(prefix) && full[:len(prefix)] == prefix {
		return full[len(prefix):]
	}
	return full
}

// Descriptors returns the folder's files and all that they import as messages, imports first, comments included.
func (p *Protos) Descriptors() []*descriptorpb.FileDescriptorProto {
	var list []*descriptorpb.FileDescriptorProto
	seen := map[string]bool{}
	var add func(file protoreflect.FileDescriptor)
	add = func(file protoreflect.FileDescriptor) {
		if seen[file.Path()] {
			return
		}
		seen[file.Path()] = true
		for i := range file.Imports().Len() {
			add(file.Imports().Get(i).FileDescriptor)
		}
		list = append(list, protodesc.ToFileDescriptorProto(file))
	}
	for _, file := range p.Files {
		add(file)
	}
	return list
}

// Messages lists the messages of the folder, nested ones after the message that contains them, without the entries
// of map fields.
func (p *Protos) Messages() []protoreflect.MessageDescriptor {
	var list []protoreflect.MessageDescriptor
	var add func(messages protoreflect.MessageDescriptors)
	add = func(messages protoreflect.MessageDescriptors) {
		for i := range messages.Len() {
			if m := messages.Get(i); !m.IsMapEntry() {
				list = append(list, m)
				add(m.Messages())
			}
		}
	}
	for _, file := range p.Files {
		add(file.Messages())
	}
	return list
}

// Enums lists the enums of the folder, those inside messages too.
func (p *Protos) Enums() []protoreflect.EnumDescriptor {
	byName := map[string]protoreflect.EnumDescriptor{}
	add := func(enums protoreflect.EnumDescriptors) {
		for i := range enums.Len() {
			byName[p.Name(enums.Get(i))] = enums.Get(i)
		}
	}
	for _, file := range p.Files {
		add(file.Enums())
	}
	for _, m := range p.Messages() {
		add(m.Enums())
	}
	var list []protoreflect.EnumDescriptor
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		list = append(list, byName[name])
	}
	return list
}
