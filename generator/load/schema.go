package load

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// Document is a JSON Schema file.
type Document struct {
	Root   *Node
	SHA256 string // the Checksum of the file
	File   string
	// Unchecked holds the keywords that were removed from the schema.
	Unchecked []Unchecked

	places map[string]*Node // by address, or by address and anchor
}

// Schema parses a schema file and validates it by the rules of its dialect, JSON Schema 2020-12 by default. Older
// dialects are converted to 2020-12. Every reference has to refer to a place in the file; nothing is fetched.
// Unchecked keywords are removed from the tree.
func Schema(file string, data []byte, unchecked ...Unchecked) (*Document, error) {
	root, err := Parse(file, data)
	if err != nil {
		return nil, err
	}
	doc := &Document{Root: root, SHA256: Checksum(data), File: file}
	var d diag.List
	of := dialectOf(root)
	if of == nil {
		s := root.Get("$schema")
		d.Errorf(s.Pos(), "the dialect %q is not supported: write the schema for https://json-schema.org/draft/2020-12/schema", s.Text)
		return nil, d.Err()
	}
	sizes(&d, root)
	doc.uncheck(unchecked, &d)
	if len(d) > 0 {
		return nil, d.Err()
	}
	err = doc.compile(of)
	var invalid *jsonschema.SchemaValidationError
	if errors.As(err, &invalid) {
		doc.violations(&d, invalid, of)
		return nil, d.Err()
	}
	doc.modernize(&d, of)
	doc.references(&d)
	if len(d) == 0 && err != nil {
		d.Errorf(place(root, err), "the schema cannot be compiled: %v", err)
	}
	if len(d) > 0 {
		return nil, d.Err()
	}
	return doc, nil
}

// place finds the place of an error that the library reports without one.
func place(root *Node, err error) diag.Pos {
	var id *jsonschema.ParseIDError
	if errors.As(err, &id) && root.Get("$id") != nil {
		return root.Get("$id").Pos()
	}
	return root.Pos()
}

// sizes rejects numbers that would take long to compute with.
func sizes(d *diag.List, n *Node) {
	if n.Kind == Number {
		_, exponent, _ := strings.Cut(strings.ToLower(n.Text), "e")
		e, err := strconv.Atoi(exponent)
		if exponent != "" && err != nil || max(e, -e, len(n.Text)) > 400 {
			d.Errorf(n.Pos(), "a number of more than 400 digits has no use in a schema")
		}
	}
	for _, elem := range n.Elems {
		sizes(d, elem)
	}
	for _, m := range n.Members {
		sizes(d, m.Value)
	}
}

// noLoader keeps the library from fetching anything.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s is outside the file", url)
}

// compile compiles the schema with the library: every entry of $defs, referred to or not.
func (doc *Document) compile(of *dialect) error {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(of.draft)
	c.UseLoader(noLoader{})
	if err := c.AddResource(address, doc.Root.Value()); err != nil {
		return err
	}
	if _, err := c.Compile(address); err != nil {
		return err
	}
	for _, m := range doc.Definitions() {
		if _, err := c.Compile(address + m.Value.Pos().Pointer); err != nil {
			return err
		}
	}
	return nil
}

// Definitions returns the entries of "$defs", then those of "definitions", its older name.
func (doc *Document) Definitions() []Member {
	var list []Member
	for _, key := range []string{"$defs", "definitions"} {
		if defs := doc.Root.Get(key); defs != nil {
			list = append(list, defs.Members...)
		}
	}
	return list
}

// violations reports the library's errors at their places. If one place violates several branches of a rule,
// their messages are joined.
func (doc *Document) violations(d *diag.List, invalid *jsonschema.SchemaValidationError, of *dialect) {
	this := "this is not JSON Schema " + of.name + ": "
	var root *jsonschema.ValidationError
	if !errors.As(invalid.Err, &root) {
		d.Errorf(doc.Root.Pos(), "%s%v", this, invalid.Err)
		return
	}
	said := map[*Node][]string{}
	var places []*Node
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		for _, cause := range e.Causes {
			walk(cause)
		}
		if len(e.Causes) > 0 {
			return
		}
		n := doc.Root.find(e.InstanceLocation)
		if n == nil {
			n = doc.Root
		}
		if _, met := said[n]; !met {
			said[n] = nil
			places = append(places, n)
		}
		if text := sentence(e.ErrorKind); text != "" {
			said[n] = append(said[n], text)
		}
	}
	walk(root)
	for _, n := range places {
		if n.lookaround() {
			d.Errorf(n.Pos(), "the pattern %q uses what Go's regular expressions lack: %s", n.Text, Advice("pattern", n.parent.pointer()))
			continue
		}
		texts := slices.Compact(slices.Sorted(slices.Values(said[n])))
		d.Errorf(n.Pos(), "%s%s", this, cmp.Or(strings.Join(texts, ", or "), "it has no place here"))
	}
}

// lookaround reports whether n is a pattern that is valid in other regular expressions, but not in Go's.
func (n *Node) lookaround() bool {
	return n.parent != nil && n.parent.Get("pattern") == n && elsewhere.MatchString(n.Text)
}

// elsewhere matches syntax that Go's regular expressions lack.
var elsewhere = regexp.MustCompile(`\(\?<?[=!]|\\[1-9]`)

// sentence returns our message for a violated rule of the meta schema, or "" if another rule has a better
// one.
func sentence(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Type:
		return fmt.Sprintf("found %s where %s should be", k.Got, strings.Join(k.Want, " or "))
	case *kind.Enum:
		if word, ok := k.Got.(string); ok {
			return fmt.Sprintf("%q is not one of the allowed words", word)
		}
		return ""
	case *kind.Pattern:
		return fmt.Sprintf("%q does not match %s", k.Got, k.Want)
	case *kind.Format:
		return fmt.Sprintf("%q is not a valid %s: %v", fmt.Sprint(k.Got), k.Want, k.Err)
	}
	out := (&jsonschema.ValidationError{ErrorKind: k}).BasicOutput()
	if out.Error == nil {
		return "it breaks the meta schema"
	}
	return out.Error.String()
}
