package name

import (
	"go/token"
	"maps"
	"slices"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/model"
)

// Options are the user's settings.
type Options struct {
	// Initialisms are added to the built-in list, in the spelling of the Go names.
	Initialisms []string
	// Names maps what Dump prints at the left to a Go identifier: "Tool" a definition's type, "Tool.id" a field,
	// "Role.user" an enum's or union's constant, "Resume/status" the type of a definition without a name of its own.
	Names map[string]string
	// At returns the place of an entry of the above, for messages. It may be nil.
	At func(entry string) diag.Pos
}

func (o Options) at(entry string) diag.Pos {
	if o.At == nil {
		return diag.Pos{}
	}
	return o.At(entry)
}

// overrides hands out the entries of Options.Names and remembers which were asked for.
type overrides struct {
	options Options
	used    map[string]bool
}

func (v *overrides) get(key string) (string, bool) {
	id, ok := v.options.Names[key]
	if ok {
		v.used[key] = true
	}
	return id, ok
}

// place returns the entry that names key, if there is one with a place.
func (v *overrides) place(key string) (diag.Pos, bool) {
	if _, ok := v.options.Names[key]; !ok {
		return diag.Pos{}, false
	}
	at := v.options.at(key)
	return at, at != diag.Pos{}
}

// report finds the entries that are no exported identifiers, and those that name nothing in what.
func (v *overrides) report(what string, known []string, problems *diag.List) {
	for _, key := range slices.Sorted(maps.Keys(v.options.Names)) {
		id := v.options.Names[key]
		if !token.IsIdentifier(id) || !token.IsExported(id) {
			problems.Errorf(v.options.at(key), "names: %q for %q is not an exported Go identifier: start with a capital letter "+
				"and use letters and digits", id, key)
		}
		if v.used[key] {
			continue
		}
		hint := "aguigen dump names lists what can be named"
		if near := diag.Nearest(key, known); near != "" {
			hint = "did you mean " + near + "?"
		}
		problems.Errorf(v.options.at(key), "names: %s no %q: %s", what, key, hint)
	}
}

// keyOf is how a definition is written in Options.Names and in Dump.
func keyOf(d model.Definition) string {
	if b := d.Base(); b.Inline != "" {
		return b.Name + "/" + b.Inline
	}
	return d.Base().Name
}
