package judge

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/aguigen/aguigen/templates/runtime"
)

// badName adds a finding for a property that may not be called so. The library keeps the place of such an error in memory that it
// writes over later, so only the number of its steps is right: the object is looked for below the last place that is known.
func (w *walk) badName(e *jsonschema.ValidationError, k *kind.PropertyNames, o *owner) {
	at := *e
	at.InstanceLocation = o.path
	if schema := w.schema.at(strings.TrimSuffix(e.SchemaURL, "/propertyNames")); schema != nil && len(o.path) < len(e.InstanceLocation) {
		path, found := w.root.find(o.path).misnamed(k.Property, len(e.InstanceLocation)-len(o.path), func(n *node, path []string) bool {
			whole := slices.Concat(o.path, path)
			return !w.isNamed(whole, k.Property) && refusesName(schema, n.value, k.Property)
		})
		if found {
			at.InstanceLocation = slices.Concat(o.path, path)
		}
	}
	w.misnamed = append(w.misnamed, misnamed{at.InstanceLocation, k.Property})
	e = &at
	setProperty(k.Property, w.note(e, "propertyNames", func() string { return runtime.NoName(k.Property) }))
	w.found[len(w.found)-1].schemaOf(strings.TrimSuffix(fragment(e.SchemaURL), "/propertyNames") + "/propertyNames")
}

// misnamed is a finding of badName.
type misnamed struct {
	path     []string
	property string
}

func (w *walk) isNamed(path []string, property string) bool {
	return slices.ContainsFunc(w.misnamed, func(m misnamed) bool { return m.property == property && slices.Equal(m.path, path) })
}

// schemaOf says which rule a hit is about.
func (h *hit) schemaOf(place string) {
	plain := h.finding
	h.finding = func() Finding {
		f := plain()
		f.Schema = place
		return f
	}
}

// misnamed finds the first object so many steps below n that has a property and fits.
func (n *node) misnamed(property string, steps int, fits func(n *node, path []string) bool) (path []string, found bool) {
	if steps == 0 {
		return nil, n.members[property] != nil && fits(n, nil)
	}
	try := func(step string, sub *node) bool {
		path, found = sub.misnamed(property, steps-1, func(n *node, path []string) bool { return fits(n, append([]string{step}, path...)) })
		path = append([]string{step}, path...)
		return found
	}
	for _, key := range n.keys {
		if try(key, n.members[key]) {
			return path, true
		}
	}
	for i := range n.elems {
		if try(strconv.Itoa(i), &n.elems[i]) {
			return path, true
		}
	}
	return nil, false
}

// refusesName reports whether a schema refuses the name of a property of a value.
func refusesName(schema *jsonschema.Schema, value any, property string) bool {
	var invalid *jsonschema.ValidationError
	if err := schema.Validate(value); !errors.As(err, &invalid) {
		return false
	}
	var refuses func(e *jsonschema.ValidationError) bool
	refuses = func(e *jsonschema.ValidationError) bool {
		k, ok := e.ErrorKind.(*kind.PropertyNames)
		return ok && k.Property == property && len(e.InstanceLocation) == 0 || slices.ContainsFunc(e.Causes, refuses)
	}
	return refuses(invalid)
}
