package model

import (
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
)

// pruner takes messages, enums and fields out of compiled .proto files. Names are full: ".ag_ui.ToolCall.Function".
type pruner struct {
	prefix   string
	messages map[string]*descriptorpb.DescriptorProto
	parent   map[string]string // of nested messages and enums
	file     map[string]string // that declares it
	dropped  map[string]bool   // fields: message, a blank, name
	reached  map[string]bool
}

func newPruner(w *Wire) *pruner {
	p := &pruner{
		prefix:   "." + w.Package + ".",
		messages: map[string]*descriptorpb.DescriptorProto{}, parent: map[string]string{}, file: map[string]string{},
		dropped: map[string]bool{}, reached: map[string]bool{},
	}
	for _, f := range w.Files {
		scope := "."
		if f.GetPackage() != "" {
			scope = "." + f.GetPackage() + "."
		}
		p.declare(f.GetName(), scope, "", f.MessageType, f.EnumType)
	}
	return p
}

func (p *pruner) declare(file, scope, parent string, messages []*descriptorpb.DescriptorProto, enums []*descriptorpb.EnumDescriptorProto) {
	for _, e := range enums {
		p.file[scope+e.GetName()], p.parent[scope+e.GetName()] = file, parent
	}
	for _, m := range messages {
		name := scope + m.GetName()
		p.file[name], p.parent[name], p.messages[name] = file, parent, m
		p.declare(file, name+".", name, m.NestedType, m.EnumType)
	}
}

func (p *pruner) full(name string) string { return p.prefix + name }

func (p *pruner) drop(message, field string) { p.dropped[p.full(message)+" "+field] = true }

// reach marks what a message of the protocol needs.
func (p *pruner) reach(name string) { p.reachFull(p.full(name)) }

func (p *pruner) reachFull(name string) {
	if name == "" || p.reached[name] {
		return
	}
	p.reached[name] = true
	p.reachFull(p.parent[name])
	for _, f := range p.messages[name].GetField() {
		if !p.dropped[name+" "+f.GetName()] {
			p.reachFull(f.GetTypeName())
		}
	}
}

// files returns the files with what is reached. One of the protocol's own that holds nothing more is left out, and so is
// any other that none of them imports.
func (p *pruner) files(all []*descriptorpb.FileDescriptorProto, sources []string) ([]*descriptorpb.FileDescriptorProto, []string) {
	var kept []*descriptorpb.FileDescriptorProto
	var left []string
	needed := map[string]bool{}
	for _, f := range slices.Backward(all) { // imports come first
		own := slices.Contains(sources, f.GetName())
		if own {
			f = p.prune(f)
		}
		if len(f.MessageType)+len(f.EnumType) == 0 || !own && !needed[f.GetName()] {
			continue
		}
		for _, d := range f.Dependency {
			needed[d] = true
		}
		kept = append(kept, f)
		if own {
			left = append(left, f.GetName())
		}
	}
	slices.Reverse(kept)
	slices.Sort(left)
	return kept, left
}

// The numbers by which a comment's path names the parts of a file and of a message.
const (
	fileDependency, fileMessage, fileEnum, fileService     = 3, 4, 5, 6
	messageField, messageNested, messageEnum, messageOneof = 2, 3, 4, 8
)

// moves says where the entries of a list have gone: by the path of the list, one place for each old entry, -1 for none.
type moves map[string][]int32

func (p *pruner) prune(f *descriptorpb.FileDescriptorProto) *descriptorpb.FileDescriptorProto {
	f = proto.CloneOf(f)
	moved := moves{}
	none := func(*descriptorpb.ServiceDescriptorProto) bool { return false }
	f.Service = filter(f.Service, none, moved, fileService)
	f.EnumType = filter(f.EnumType, func(e *descriptorpb.EnumDescriptorProto) bool { return p.reached[p.full(e.GetName())] }, moved, fileEnum)
	f.MessageType = p.pruneMessages(f.MessageType, p.prefix, moved, []int32{fileMessage})
	if len(f.PublicDependency)+len(f.WeakDependency) == 0 {
		used := map[string]bool{}
		p.imports(f.MessageType, used)
		f.Dependency = filter(f.Dependency, func(d string) bool { return used[d] }, moved, fileDependency)
	}
	if info := f.SourceCodeInfo; info != nil {
		info.Location = slices.DeleteFunc(info.Location, func(l *descriptorpb.SourceCodeInfo_Location) bool { return !moved.apply(l.Path) })
	}
	return f
}

func (p *pruner) pruneMessages(list []*descriptorpb.DescriptorProto, scope string, moved moves, at []int32) []*descriptorpb.DescriptorProto {
	for i, m := range list {
		name := scope + m.GetName()
		if !p.reached[name] {
			continue
		}
		in := func(part int32) []int32 { return append(slices.Clone(at), int32(i), part) }
		m.NestedType = p.pruneMessages(m.NestedType, name+".", moved, in(messageNested))
		m.EnumType = filter(m.EnumType, func(e *descriptorpb.EnumDescriptorProto) bool { return p.reached[name+"."+e.GetName()] },
			moved, in(messageEnum)...)
		m.Field = filter(m.Field, func(f *descriptorpb.FieldDescriptorProto) bool { return !p.dropped[name+" "+f.GetName()] },
			moved, in(messageField)...)
		pruneOneofs(m, moved, in(messageOneof))
	}
	return filter(list, func(m *descriptorpb.DescriptorProto) bool { return p.reached[scope+m.GetName()] }, moved, at...)
}

// pruneOneofs removes the oneofs without fields; "optional" is one too.
func pruneOneofs(m *descriptorpb.DescriptorProto, moved moves, at []int32) {
	used := map[*descriptorpb.OneofDescriptorProto]bool{}
	for _, f := range m.Field {
		if f.OneofIndex != nil {
			used[m.OneofDecl[f.GetOneofIndex()]] = true
		}
	}
	m.OneofDecl = filter(m.OneofDecl, func(o *descriptorpb.OneofDescriptorProto) bool { return used[o] }, moved, at...)
	for _, f := range m.Field {
		if f.OneofIndex != nil {
			f.OneofIndex = proto.Int32(moved[key(at)][f.GetOneofIndex()])
		}
	}
}

// imports collects the files that declare what the messages mention.
func (p *pruner) imports(list []*descriptorpb.DescriptorProto, used map[string]bool) {
	for _, m := range list {
		for _, f := range m.Field {
			used[p.file[f.GetTypeName()]] = true
		}
		p.imports(m.NestedType, used)
	}
}

// filter keeps entries of the list at a path, and notes where they went.
func filter[T any](list []T, keep func(T) bool, moved moves, at ...int32) []T {
	var left []T
	to := make([]int32, len(list))
	for i, e := range list {
		to[i] = -1
		if keep(e) {
			to[i] = int32(len(left))
			left = append(left, e)
		}
	}
	moved[key(at)] = to
	return left
}

// apply rewrites a path in place. It is false where what it means is gone.
func (m moves) apply(path []int32) bool {
	old := slices.Clone(path)
	for i := 1; i < len(path); i += 2 {
		to, ok := m[key(old[:i])]
		if !ok {
			return true
		}
		if int(old[i]) >= len(to) || to[old[i]] < 0 {
			return false
		}
		path[i] = to[old[i]]
	}
	return true
}

// key makes a path comparable.
func key(path []int32) string {
	var b strings.Builder
	for _, n := range path {
		b.WriteRune(n)
	}
	return b.String()
}
