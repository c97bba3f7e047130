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

// ValidateJSON validates a document against a definition, given its name in the schema; "#" is the root of the schema.
// It reports every violation as ValidationErrors; nil means that the document is valid. If the document is not JSON,
// the error is a *SyntaxError.
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
