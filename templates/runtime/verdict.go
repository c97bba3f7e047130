package runtime

import (
	"slices"
	"sync"
)

// definition is an entry of the schema's $defs: its name, and the function that validates a value.
type definition struct {
	name string
	read func(r *reader)
}

// Definitions returns the names of all definitions that ValidateJSON accepts. A definition comes after those
// that it refers to.
func Definitions() []string {
	names := make([]string, 0, len(definitions))
	for _, d := range definitions {
		if d.name != "#" { // another name of the schema's root
			names = append(names, d.name)
		}
	}
	return names
}

// ValidateJSON reports every violation of the schema in a document as ValidationErrors; nil means that it is valid.
// A document that is no JSON is a *SyntaxError. The definition goes by its name in the schema, the root of the schema by "#".
func ValidateJSON(definition string, data []byte) error {
	if definition == "#" && rootDefinition != "" {
		definition = rootDefinition
	}
	i := slices.IndexFunc(definitions, isNamed(definition))
	if i < 0 {
		return noDefinition(definition, Definitions())
	}
	r := readers.Get().(*reader)
	for r.begin(&Decoder{Strict: true}, data); r.pass(); {
		definitions[i].read(r)
	}
	err := r.done()
	*r = reader{}
	readers.Put(r)
	return err
}

// readers pools readers, because a reader passed to a function of a table escapes to the heap.
var readers = sync.Pool{New: func() any { return new(reader) }}

func isNamed(name string) func(definition) bool {
	return func(d definition) bool { return d.name == name }
}
