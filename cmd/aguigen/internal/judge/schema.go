package judge

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/templates/runtime"
)

// Schema judges documents. It needs no more of a schema than that it is JSON Schema: what the generator could not model
// is judged as well. It is not safe for use by several goroutines.
type Schema struct {
	compiler *jsonschema.Compiler
	title    string      // of the schema itself, where it is more than a reference
	whole    *definition // the schema itself, or the definition that it refers to
	defs     []*definition
	given    *definition // what the user asked for
	unions   map[*jsonschema.Schema]*union
	members  map[*jsonschema.Schema][]string
	places   map[string]*jsonschema.Schema
	cut      cut
	retired  map[string][]string // by what selected a variant once: what selects those of today
	within   []string            // the place in each document whose value is judged
	prefix   string              // that place as a JSON Pointer
}

// definition is an entry of $defs, or the schema as a whole.
type definition struct {
	name   string
	schema *jsonschema.Schema
	mixin  bool // a part of others by allOf

	members map[string]bool   // an object's members, folded, and whether they are required
	pins    map[string]string // its required constants
}

// address is the address of the schema for the compiler.
const address = "schema:///schema.json"

// Load reads a schema file, without the keywords that are not checked. The error is a diag.List.
func Load(file string, data []byte, unchecked ...load.Unchecked) (*Schema, error) {
	doc, err := load.Schema(file, data, unchecked...)
	if err != nil {
		return nil, err
	}
	s := &Schema{
		compiler: jsonschema.NewCompiler(),
		unions:   map[*jsonschema.Schema]*union{},
		members:  map[*jsonschema.Schema][]string{},
		places:   map[string]*jsonschema.Schema{},
		cut:      usualCut,
	}
	s.compiler.DefaultDraft(jsonschema.Draft2020)
	if err := s.compile(doc); err != nil {
		return nil, diag.List{{Pos: doc.Root.Pos(), Message: fmt.Sprintf("the schema cannot be compiled: %v", err)}}
	}
	return s, nil
}

func (s *Schema) compile(doc *load.Document) error {
	if err := s.compiler.AddResource(address, doc.Root.Value()); err != nil {
		return err
	}
	root, err := s.compiler.Compile(address)
	if err != nil {
		return err
	}
	s.whole = &definition{schema: root}
	if doc.Root.Get("$ref") == nil {
		s.title = root.Title
	}
	for _, m := range doc.Definitions() {
		schema, err := s.compiler.Compile(address + m.Value.Pos().Pointer)
		if err != nil {
			return err
		}
		s.defs = append(s.defs, &definition{name: m.Key, schema: schema})
	}
	mixins := map[*jsonschema.Schema]bool{}
	for _, d := range s.defs {
		for _, part := range d.schema.AllOf {
			mixins[target(part)] = true
		}
	}
	for _, d := range s.defs {
		d.mixin = mixins[d.schema]
		d.pins = pinned(d.schema)
		d.members = map[string]bool{}
		for _, name := range s.declared(d.schema) {
			d.members[runtime.Fold(name)] = required(d.schema, name)
		}
		if d.schema == target(root) {
			s.whole = d
		}
	}
	return nil
}

// target follows references.
func target(s *jsonschema.Schema) *jsonschema.Schema {
	for range 100 { // a cycle has no target
		if s.Ref == nil {
			break
		}
		s = s.Ref
	}
	return s
}

// Use makes the schema judge every document by one definition.
func (s *Schema) Use(name string) error {
	if name == "#" || s.title != "" && name == s.title {
		s.given = s.whole
		return nil
	}
	var known []string
	for _, d := range s.defs {
		if d.name == name {
			s.given = d
			return nil
		}
		known = append(known, d.name)
	}
	message := fmt.Sprintf("the schema has no definition %q", name)
	if near := diag.Nearest(name, known); near != "" {
		return fmt.Errorf("%s: did you mean %s?", message, near)
	}
	return fmt.Errorf("%s: look into its $defs for the names", message)
}

// Within makes the schema judge the value at a JSON Pointer, and nothing around it.
func (s *Schema) Within(place string) error {
	if place == "" {
		return nil
	}
	if !strings.HasPrefix(place, "/") {
		return fmt.Errorf("%q is no JSON Pointer: it starts with a slash, as in /event", place)
	}
	s.prefix = place
	for step := range strings.SplitSeq(place[1:], "/") {
		s.within = append(s.within, strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~"))
	}
	return nil
}

// Retired records which values used to select variants, and which values select their replacements.
func (s *Schema) Retired(values map[string][]string) { s.retired = values }

// today returns the replacement of a variant that a union no longer has, or "".
func (s *Schema) today(u *union, value string) string {
	names := s.retired[value]
	for _, name := range names {
		if !slices.Contains(u.values, name) {
			return ""
		}
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// TakesArrays reports whether an array can be one document rather than a list of them: the definition that was asked for is
// neither an object nor a union of objects.
func (s *Schema) TakesArrays() bool {
	if s.given == nil {
		return false
	}
	schema := target(s.given.schema)
	return s.union(schema) == nil && (schema.Types == nil || !slices.Equal(schema.Types.ToStrings(), []string{"object"}))
}

// at returns the schema at a location that a finding names.
func (s *Schema) at(location string) *jsonschema.Schema {
	schema, known := s.places[location]
	if !known {
		schema, _ = s.compiler.Compile(location) // it was compiled before, or there is none
		s.places[location] = schema
	}
	return schema
}

// fragment returns the place inside the schema file.
func fragment(location string) string {
	_, place, _ := strings.Cut(location, "#")
	return "#" + place
}

// nameOf returns the name of the definition that is a schema, or "".
func nameOf(s *jsonschema.Schema) string {
	if s == nil {
		return ""
	}
	name, isDef := strings.CutPrefix(fragment(s.Location), "#/$defs/")
	if !isDef || strings.Contains(name, "/") {
		return ""
	}
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~1", "/"), "~0", "~")
}

// declared returns the properties that an object may have by its own schema and by those in allOf, in the alphabet's
// order.
func (s *Schema) declared(schema *jsonschema.Schema) []string {
	if schema == nil {
		return nil
	}
	names, known := s.members[schema]
	if known {
		return names
	}
	all := map[string]bool{}
	each(schema, func(part *jsonschema.Schema) {
		for name := range part.Properties {
			all[name] = true
		}
	})
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	s.members[schema] = names
	return names
}

// required reports whether an object has to have a property.
func required(schema *jsonschema.Schema, name string) bool {
	found := false
	each(schema, func(part *jsonschema.Schema) { found = found || slices.Contains(part.Required, name) })
	return found
}

// each visits a schema and what it adds to itself by reference and allOf.
func each(schema *jsonschema.Schema, do func(*jsonschema.Schema)) {
	seen := map[*jsonschema.Schema]bool{}
	var visit func(*jsonschema.Schema)
	visit = func(part *jsonschema.Schema) {
		if part == nil || seen[part] {
			return
		}
		seen[part] = true
		do(part)
		visit(part.Ref)
		for _, more := range part.AllOf {
			visit(more)
		}
	}
	visit(schema)
}
