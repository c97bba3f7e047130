// Package diff tells what one version of a schema changes against another. Two models come in, with their .proto files if
// there are any; a report goes out that says of each change what it does to documents on the wire and to the generated Go.
package diff

import (
	"fmt"

	"github.com/aguigen/aguigen/generator/emit"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// Side is one of the two versions.
type Side struct {
	Protocol *model.Protocol
	Protos   *load.Protos // nil without .proto files; Protocol.Streams is nil without a table of streams
	Names    *name.Table  // nil for those without a configuration
}

// Wire is what a change does to documents. The zero value is no effect; a greater value is worse.
type Wire int

// The verdicts on the wire.
const (
	WireUnchanged Wire = iota
	WireAdditive       // what was valid stays so, and receivers of the old version read what is new
	WireNarrowing      // some of what was valid is not any more; receivers of the old version read what is left
	WireBreaking       // receivers of the old version refuse what is valid now, or misread it
)

var wireWords = [...]string{"unchanged", "additive", "narrowing", "breaking"}

func (w Wire) String() string { return wireWords[w] }

// MarshalText returns the word.
func (w Wire) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// Go is what a change does to code that uses the generated package.
type Go int

// The verdicts on the Go API.
const (
	GoCompatible Go = iota // such code goes on compiling
	GoBreaking             // some does not, or compiles to something else
)

func (g Go) String() string {
	if g == GoBreaking {
		return "breaking"
	}
	return "compatible"
}

// MarshalText returns the word.
func (g Go) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// Report is the result of a comparison. The JSON form of it and of what it holds is documented in docs/diff.md.
type Report struct {
	Format       int      `json:"format"`
	Old          Version  `json:"old"`
	New          Version  `json:"new"`
	Wire         Wire     `json:"wire"`
	Go           Go       `json:"go"`
	Changes      []Change `json:"changes"`
	Descriptions int      `json:"descriptions"` // how many places say something in other words
	Binary       bool     `json:"binary"`       // .proto files were compared as well
	Streams      bool     `json:"streams"`      // the tables of streams were, too

	oneTable bool // only one side has a table of streams
}

// Version names a side.
type Version struct {
	ID      string `json:"id"`
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
}

// Change is one difference.
type Change struct {
	Kind Kind `json:"kind"`
	// Definition is the new name where there is one. Binary kinds have the name of a message or enum, those of streams that of
	// an event, of what is opened and closed, or a keyword of the table's head.
	Definition string `json:"definition,omitempty"`
	Member     string `json:"member,omitempty"` // a field, with "[]" behind it for the elements of a list
	Pointer    string `json:"pointer,omitempty"`
	Old        string `json:"old,omitempty"`
	New        string `json:"new,omitempty"`
	Wire       Wire   `json:"wire"`
	Go         Go     `json:"go"`
	API        []API  `json:"api,omitempty"`
	// Producers and Consumers are, of a change of streams, what it means for those who send events and for those who
	// receive them: each begins with a verb.
	Producers string `json:"producers,omitempty"`
	Consumers string `json:"consumers,omitempty"`

	parts   []string           // of a mixin: the objects that it is part of
	homes   []model.Definition // of a field that moves: the mixins whose types had or have it
	owner   model.Definition   // what Definition names, as the new version has it if it can
	touches []string           // the members or values of owner that it is about, by their names in either version
}

// API is a difference in what a user of the generated package can spell.
type API struct {
	Symbol string `json:"symbol"` // "Item.ID", "NewItem", "Item implements Thing"
	Change string `json:"change"` // "added", "removed", "changed" or "reordered"
	Old    string `json:"old,omitempty"`
	New    string `json:"new,omitempty"`
	Go     Go     `json:"go"`
}

// Kind says what a Change is.
type Kind string

// Compare finds the differences.
func Compare(old, new Side) (*Report, error) {
	for _, side := range []*Side{&old, &new} {
		if side.Names == nil {
			var err error
			if side.Names, err = name.Assign(side.Protocol, name.Options{}, emit.Declared); err != nil {
				return nil, err
			}
		}
	}
	c := &comparer{old: old.Protocol, new: new.Protocol, pairs: pair(old.Protocol, new.Protocol), words: map[string]bool{}}
	c.protocol()
	r := &Report{Format: 1, Old: version(old.Protocol), New: version(new.Protocol), Descriptions: len(c.words)}
	r.Changes = c.attach(compareAPI(surfaceOf(old.Names), surfaceOf(new.Names)))
	if old.Protos != nil && new.Protos != nil {
		r.Binary = true
		r.Changes = append(r.Changes, compareProtos(old.Protos, new.Protos)...)
	}
	r.oneTable = (old.Protocol.Streams == nil) != (new.Protocol.Streams == nil)
	if old.Protocol.Streams != nil && new.Protocol.Streams != nil {
		r.Streams = true
		r.Changes = append(r.Changes, compareStreams(old.Protocol.Streams, new.Protocol.Streams)...)
	}
	for _, change := range r.Changes {
		r.Wire, r.Go = max(r.Wire, change.Wire), max(r.Go, change.Go)
	}
	return r, nil
}

// Breaking says whether anything breaks, on the wire or in Go.
func (r *Report) Breaking() bool { return r.Wire == WireBreaking || r.Go == GoBreaking }

func version(p *model.Protocol) Version { return Version{p.ID, p.Version, p.SHA256} }

// title names a definition: an inline one after its owner and field.
func title(d model.Definition) string {
	if b := d.Base(); b.Inline != "" {
		return b.Name + "." + b.Inline
	}
	return d.Base().Name
}

// noun is the kind of a definition in words.
func noun(d model.Definition) string {
	switch d := d.(type) {
	case *model.Object:
		if d.Mixin {
			return "mixin"
		}
		return "object"
	case *model.Union:
		return "union"
	case *model.Enum:
		return "enum"
	case *model.Alias:
		return "alias"
	default:
		panic(fmt.Sprintf("diff: no word for %T", d))
	}
}
