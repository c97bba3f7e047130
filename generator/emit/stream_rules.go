package emit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aguigen/aguigen/generator/model"
)

// branch is a rule for an event, and when it holds: where cond is empty, always.
type branch struct {
	cond string
	rule int
}

// tables prints what the table says, but for the members.
func (w *streamGen) tables() {
	spaces := w.s.Spaces
	w.printf("\n// The name spaces in which ids have senders.\nconst (\nmessageOwners = 0\ncallOwners = %d\nownerSpaces = %d\n)\n", len(spaces)-1, len(spaces))
	key, member := "", ""
	if a := w.s.Parts["authority"]; a != nil {
		key, member = a.Words[0], a.Words[1]
	}
	w.printf("\n// The members in which a history names the activities that it covers.\nconst (\nauthorityKey = %q\nauthorityMember = %q\n)\n", key, member)
	w.printf("\n// entities holds what events open and close, in the order in which the end of a run checks it.\nvar entities = [...]entity{\n")
	for _, e := range w.s.Entities {
		w.printf("{%q, %q, %d},\n", e.Name, e.Noun, e.Owners)
	}
	w.printf("}\n\n// shorthands holds the events that expand to others.\nvar shorthands = [...]shorthand{\n")
	for _, s := range w.s.Shorts {
		var defaults []string
		for _, m := range s.Same {
			defaults = append(defaults, w.defaultOf(s, m))
		}
		noun := w.s.Entities[w.s.Entity(s.Start.Entity())].Noun
		w.printf("{%q, %q, %#v, []*string{%s}},\n", noun, strings.Join(s.First, " or "), slices.Clone(s.Same), strings.Join(defaults, ", "))
	}
	w.printf("}\n\nfunc constant(s string) *string { return &s }\n")
	for _, l := range w.s.Lines {
		w.line(l)
	}
	w.printf("\n// rules is the table of events.\nvar rules = [...]rule{\n%s}\n", strings.Join(w.rules, ""))
}

// defaultOf is what a start has for a member that the shorthand does not say.
func (w *streamGen) defaultOf(s *model.StreamShort, member string) string {
	if f := s.Start.Object.Field(member); f != nil && f.Default != "" {
		return fmt.Sprintf("constant(%q)", f.Default)
	}
	return "nil"
}

// line makes the rules of an event: one, or one for each condition.
func (w *streamGen) line(l *model.StreamLine) {
	for _, r := range w.s.Rules(l) {
		b := branch{rule: w.rule(l, r)}
		if r.If != nil {
			b.cond = w.condition(l.Object, *r.If)
		}
		w.at[l.Event] = append(w.at[l.Event], b)
	}
}

// condition is the test of a member of e.
func (w *streamGen) condition(o *model.Object, c model.StreamCondition) string {
	f := o.Field(c.Member)
	x := "e." + w.n.Field(o, f)
	given := ""
	if !f.Required {
		given, x = x+" != nil && ", "*"+x
	}
	if s, ok := model.Resolve(f.Type).Type.(*model.Scalar); ok && s.Kind == model.Boolean {
		return fmt.Sprintf("%s%s == %s", given, x, c.Value)
	}
	return fmt.Sprintf("%s%s == %q", given, x, c.Value)
}

// rule prints a rule and returns its index.
func (w *streamGen) rule(l *model.StreamLine, r *model.StreamRule) int {
	var b strings.Builder
	fmt.Fprintf(&b, "{kind: %q", l.Event)
	put := func(name, word string) {
		if word != "" {
			fmt.Fprintf(&b, ", %s: %s", name, word)
		}
	}
	flag := func(is bool) string { return map[bool]string{true: "true"}[is] }
	put("order", r.Order)
	put("entity", fmt.Sprint(r.Entity))
	if r.Owners != nil {
		put("owners", fmt.Sprintf("%#v", r.Owners))
	}
	put("parent", fmt.Sprint(r.Parent))
	put("seeds", flag(r.Seeds))
	put("kept", flag(r.Kept))
	put("lanes", r.Lanes)
	put("short", fmt.Sprint(r.Short))
	put("builds", r.Builds)
	if text := w.added(l); text != "" {
		put("adds", strconv.Quote(text))
	}
	put("joins", r.Joins)
	if r.Joins == "first" || r.Joins == "more" || r.Joins == "last" {
		put("joined", fmt.Sprint(r.Joined))
	}
	w.rules = append(w.rules, b.String()+"},\n")
	return len(w.rules) - 1
}

// added is the member whose text an event adds, "" for none.
func (w *streamGen) added(l *model.StreamLine) string {
	for _, s := range w.s.Shorts {
		if s.Chunk == l {
			return s.Content.Text()
		}
	}
	return l.Text()
}
