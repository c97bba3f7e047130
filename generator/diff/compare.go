package diff

import (
	"net/url"
	"slices"
	"strings"

	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/model"
)

// comparer collects the changes between two models.
type comparer struct {
	old, new *model.Protocol
	pairs    *pairing
	changes  []Change
	words    map[string]bool // places with another description

	at    model.Definition // the current definition, as the new version has it if it can
	tried map[[2]model.Definition]bool
}

// add notes a change of the current definition, at the place of a member if there is one.
func (c *comparer) add(kind Kind, member, pointer, old, new string, wire Wire) *Change {
	if pointer == "" {
		pointer = c.at.Base().Pos.Pointer
	}
	change := Change{Kind: kind, Definition: title(c.at), Member: member, Pointer: pointer, Old: old, New: new, Wire: wire, owner: c.at}
	if base := strings.TrimRight(member, "[]"); base != "" {
		change.touches = []string{base}
	}
	if o, ok := c.at.(*model.Object); ok && o.Mixin {
		change.parts = c.users(o.Name)
	}
	c.changes = append(c.changes, change)
	return &c.changes[len(c.changes)-1]
}

// touch says which values, rather than members, the change is about.
func (change *Change) touch(values ...string) { change.touches = values }

// users returns the objects that a mixin is part of, in either version.
func (c *comparer) users(mixin string) []string {
	var list []string
	for _, p := range []*model.Protocol{c.new, c.old} {
		for _, d := range p.Definitions {
			if o, ok := d.(*model.Object); ok && slices.Contains(o.Mixins, mixin) && !slices.Contains(list, o.Name) {
				list = append(list, o.Name)
			}
		}
	}
	return list
}

func (c *comparer) protocol() {
	c.description(c.new.ID, c.old.Doc, c.new.Doc)
	if c.old.Root != c.new.Root && !c.rootRenamed() {
		c.changes = append(c.changes, Change{Kind: RootChanged, Pointer: "#", Old: c.old.Root, New: c.new.Root, Wire: c.rootVerdict()})
	}
	c.unchecked()
	for _, d := range c.new.Definitions {
		old := c.pairs.from[d]
		c.at = d
		if old == nil {
			if d.Base().Inline == "" {
				c.add(DefinitionAdded, "", "", "", noun(d), WireAdditive)
			}
			continue
		}
		if d.Base().Inline == "" && old.Base().Inline == "" && title(old) != title(d) {
			c.add(DefinitionRenamed, "", "", title(old), title(d), WireUnchanged)
		}
		c.definition(old, d)
	}
	for _, d := range left(c.old.Definitions, c.pairs.to) {
		if d.Base().Inline == "" {
			c.at = d
			c.add(DefinitionRemoved, "", "", noun(d), "", c.removal(d))
		}
	}
}

// unchecked compares the keywords that no generated code checks, by their text.
func (c *comparer) unchecked() {
	at := func(list []load.Unchecked, u load.Unchecked) string {
		for _, other := range list {
			if other.Keyword == u.Keyword && other.At == u.At {
				return other.Text
			}
		}
		return "none"
	}
	report := func(u load.Unchecked, old, new string, wire Wire) {
		c.changes = append(c.changes, Change{Kind: UncheckedChanged, Definition: definitionAt(u.At), Pointer: u.At + "/" + load.EscapeStep(u.Keyword), Old: old, New: new, Wire: wire})
	}
	for _, u := range c.new.Unchecked {
		switch old := at(c.old.Unchecked, u); old {
		case u.Text:
		case "none":
			report(u, old, u.Text, WireNarrowing)
		default:
			report(u, old, u.Text, WireBreaking)
		}
	}
	for _, u := range c.old.Unchecked {
		if at(c.new.Unchecked, u) == "none" {
			report(u, u.Text, "none", WireBreaking)
		}
	}
}

// definitionAt is the definition that a place lies in, "" for none.
func definitionAt(pointer string) string {
	rest, ok := strings.CutPrefix(pointer, "#/$defs/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, "/")
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
}

func (c *comparer) rootRenamed() bool {
	find := func(p *model.Protocol) model.Definition {
		return sole(p.Definitions, func(d model.Definition) bool { return title(d) == p.Root })
	}
	old := find(c.old)
	return old != nil && c.pairs.to[old] == find(c.new)
}

// rootVerdict is for documents that are judged by the schema as a whole.
func (c *comparer) rootVerdict() Wire {
	switch {
	case c.old.Root == "":
		return WireNarrowing
	default:
		return WireBreaking
	}
}

// removal is what the end of a definition means. One that others refer to is no document of its own, and what becomes of
// the places where it stood is said there.
func (c *comparer) removal(d model.Definition) Wire {
	if o, ok := d.(*model.Object); ok && o.Mixin || refersTo(c.old, d) {
		return WireUnchanged
	}
	return WireNarrowing
}

// notes compares what annotations say to readers of the documentation.
func (c *comparer) notes(member, at string, old, new model.Notes) {
	switch {
	case !old.Deprecated && new.Deprecated:
		c.add(DeprecatedNow, member, at, "", "", WireUnchanged)
	case old.Deprecated && !new.Deprecated:
		c.add(DeprecatedBefore, member, at, "", "", WireUnchanged)
	}
}

// definition compares partners.
func (c *comparer) definition(old, new model.Definition) {
	c.description(new.Base().Pos.Pointer, old.Base().Doc, new.Base().Doc)
	c.notes("", new.Base().Pos.Pointer, old.Base().Notes, new.Base().Notes)
	switch old := old.(type) {
	case *model.Object:
		if new, ok := new.(*model.Object); ok {
			c.object(old, new)
			return
		}
	case *model.Union:
		if new, ok := new.(*model.Union); ok && (old.Discriminator == "") == (new.Discriminator == "") {
			c.union(old, new)
			return
		}
	case *model.Enum:
		if new, ok := new.(*model.Enum); ok {
			c.enum(old, new)
			return
		}
	case *model.Alias:
		if new, ok := new.(*model.Alias); ok {
			c.types("", old.Type, new.Type)
			return
		}
	}
	c.add(TypeChanged, "", "", c.spellDefinition(old), c.spellDefinition(new), c.between(&model.Ref{To: old}, &model.Ref{To: new}))
}

// description counts a place whose words are new, once: the fields of a mixin are met in each of its objects.
func (c *comparer) description(place, old, new string) {
	if old != new {
		c.words[place] = true
	}
}

func (c *comparer) enum(old, new *model.Enum) {
	widening := loosened("enum")
	if tagOnly(c.old, old) {
		widening = WireAdditive // a variant that is not known is left out
	}
	for _, v := range new.Values {
		i := slices.Index(values(old), v.Value)
		if i < 0 {
			c.add(ValueAdded, "", v.Pos.Pointer, "", quote(v.Value), widening).touch(v.Value)
			continue
		}
		was := old.Values[i]
		c.description(v.Pos.Pointer, was.Doc, v.Doc)
		switch {
		case !was.Deprecated && v.Deprecated:
			c.add(DeprecatedNow, "", v.Pos.Pointer, "", quote(v.Value), WireUnchanged).touch(v.Value)
		case was.Deprecated && !v.Deprecated:
			c.add(DeprecatedBefore, "", v.Pos.Pointer, quote(v.Value), quote(v.Value), WireUnchanged).touch(v.Value)
		}
	}
	for _, v := range old.Values {
		if !slices.Contains(values(new), v.Value) {
			c.add(ValueRemoved, "", "", quote(v.Value), "", tightened("enum")).touch(v.Value)
		}
	}
}

// forms compares unions that the JSON type tells apart.
func (c *comparer) forms(old, new *model.Union) {
	of := func(u *model.Union, form string) *model.Variant {
		i := slices.IndexFunc(u.Variants, func(v *model.Variant) bool { return formOf(v.Type) == form })
		if i < 0 {
			return nil
		}
		return u.Variants[i]
	}
	for _, w := range new.Variants {
		if v := of(old, formOf(w.Type)); v != nil {
			c.types(formOf(w.Type), v.Type, w.Type)
		} else {
			c.add(VariantAdded, "", w.Pos.Pointer, "", c.spell(w.Type), WireBreaking)
		}
	}
	for _, v := range old.Variants {
		if of(new, formOf(v.Type)) == nil {
			c.add(VariantRemoved, "", "", c.spell(v.Type), "", WireNarrowing)
		}
	}
}

func (c *comparer) union(old, new *model.Union) {
	if old.Discriminator == "" {
		c.forms(old, new)
		return
	}
	if old.Discriminator != new.Discriminator {
		c.add(DiscriminatorChanged, "", "", quote(old.Discriminator), quote(new.Discriminator), WireBreaking)
		return
	}
	retagged := map[*model.Variant]bool{}
	for _, w := range new.Variants {
		if v := variant(old, w.Value); v != nil {
			c.variant(v, w)
		} else if v := c.retagged(old, new, w); v != nil {
			retagged[v] = true
			c.add(VariantRetagged, "", w.Pos.Pointer, quote(v.Value), quote(w.Value), WireBreaking).touch(v.Value, w.Value)
		} else {
			c.add(VariantAdded, "", w.Pos.Pointer, "", quote(w.Value)+" ("+w.Object.Name+")", c.strangerVerdict(old)).touch(w.Value)
		}
	}
	for _, v := range old.Variants {
		if variant(new, v.Value) == nil && !retagged[v] {
			c.add(VariantRemoved, "", "", quote(v.Value)+" ("+v.Object.Name+")", "", WireNarrowing).touch(v.Value)
		}
	}
}

func variant(u *model.Union, value string) *model.Variant {
	for _, v := range u.Variants {
		if v.Value == value {
			return v
		}
	}
	return nil
}

// variant compares what one value selects in both versions.
func (c *comparer) variant(v, w *model.Variant) {
	if c.pairs.to[v.Object] == w.Object {
		return
	}
	wire := c.between(&model.Ref{To: v.Object}, &model.Ref{To: w.Object})
	c.add(VariantChanged, "", w.Pos.Pointer, quote(v.Value)+" ("+v.Object.Name+")", quote(w.Value)+" ("+w.Object.Name+")", wire).touch(v.Value)
}

// retagged returns the old variant that is now selected by the value of w.
func (c *comparer) retagged(old, new *model.Union, w *model.Variant) *model.Variant {
	for _, v := range old.Variants {
		if c.pairs.to[v.Object] == w.Object && variant(new, v.Value) == nil {
			return v
		}
	}
	return nil
}

// strangerVerdict is what a new variant does to receivers of the old version: they leave it out, unless that leaves
// nothing of a document.
func (c *comparer) strangerVerdict(old *model.Union) Wire {
	if stranded(c.old, old, map[model.Definition]bool{}) {
		return WireBreaking
	}
	return WireAdditive
}
