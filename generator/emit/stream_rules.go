package emit

import (
	"fmt"
	"slices"
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
	w.printf("\n// Where a history says for which activities it speaks.\nconst (\nauthorityKey = %q\nauthorityMember = %q\n)\n", key, member)
	w.printf("\n// entities is what events open and close, in the order in which the end of a run looks at it.\nvar entities = [...]entity{\n")
	for _, e := range w.s.Entities {
		w.printf("{%q, %q, %d},\n", e.Name, e.Noun, e.Owners)
	}
	w.printf("}\n\n// shorthands is the events that stand for others.\nvar shorthands = [...]shorthand{\n")
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
	w.printf("\n// rules is the table, by event.\nvar rules = [...]rule{\n%s}\n", strings.Join(w.rules, ""))
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
	type condition = model.StreamCondition
	var conds []condition
	verbs := slices.Concat(l.Order, l.Builds)
	for _, v := range verbs {
		if v.If != nil {
			c := condition{Member: v.If.Member, Value: v.If.Value}
			if !slices.Contains(conds, c) {
				conds = append(conds, c)
			}
		}
	}
	for _, c := range conds {
		w.at[l.Event] = append(w.at[l.Event], branch{w.condition(l.Object, c), w.rule(l, &c)})
	}
	w.at[l.Event] = append(w.at[l.Event], branch{"", w.rule(l, nil)})
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

// holds reports whether a verb counts where c holds, nil for no condition, and whether it leaves what is there.
func holds(v *model.StreamVerb, c *model.StreamCondition) (counts, kept bool) {
	if v.If == nil {
		return true, false
	}
	same := c != nil && v.If.Member == c.Member && v.If.Value == c.Value
	if v.If.Not {
		return true, same
	}
	return same, false
}

var (
	orderWords = map[string]string{"begins": "begins", "ends": "ends", "fails": "fails", "opens E": "opens", "opens E in S I": "opens",
		"continues E": "continues", "closes E": "closes", "mints S I": "mints", "of S I": "of", "replaces H": "replaces",
		"starts E I": "starts", "stops E": "stops"}
	buildWords = map[string]string{"adds H": "adds", "asks Q": "asks", "message I by R": "message", "text I": "text",
		"text I += D": "text", "call I D in I": "call", "args I": "args", "args I += D": "args", "answer I to I": "answer",
		"state = A": "setState", "state patch L": "patchState", "history = H": "history", "activity I = O": "setActivity",
		"activity I patch L": "patchActivity"}
	joinWords = map[string]string{"first E": "first", "more E": "more", "last E": "last", "state": "stateJoin", "edge": "edge"}
	laneWords = map[string]string{"": "noLanes", "none": "noLanes", "own": "ownLane", "all": "allLanes", "tagged": "taggedLane"}
)

// rule prints a rule and returns its index.
func (w *streamGen) rule(l *model.StreamLine, c *model.StreamCondition) int {
	set := map[string]string{"entity": "-1", "parent": "-1", "short": "-1"}
	for _, v := range l.Order {
		counts, kept := holds(v, c)
		if !counts {
			continue
		}
		if kept {
			set["kept"] = "true"
		}
		w.order(set, v)
	}
	for _, v := range l.Builds {
		counts, kept := holds(v, c)
		if !counts {
			continue
		}
		if kept {
			set["kept"] = "true"
		}
		if v.Form == "seal S I" {
			set["builds"] = "sealMessage"
			if w.s.Space(v.Args[0]) == len(w.s.Spaces)-1 {
				set["builds"] = "sealCall"
			}
		} else if word := buildWords[v.Form]; word != "" {
			set["builds"] = word
		}
	}
	for _, v := range l.Joins {
		set["joins"] = joinWords[v.Form]
		if len(v.Args) > 0 {
			set["joined"] = fmt.Sprint(w.s.Entity(v.Args[0]))
		}
	}
	if lane := laneWords[l.Lanes]; lane != "noLanes" {
		set["lanes"] = lane
	}
	for i, s := range w.s.Shorts {
		if s.Chunk == l {
			set["short"] = fmt.Sprint(i)
		}
	}
	if text := w.added(l); text != "" {
		set["adds"] = fmt.Sprintf("%q", text)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "{kind: %q", l.Event)
	for _, name := range []string{"order", "entity", "owners", "parent", "seeds", "kept", "lanes", "short", "builds", "adds", "joins", "joined"} {
		if set[name] != "" {
			fmt.Fprintf(&b, ", %s: %s", name, set[name])
		}
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

func (w *streamGen) order(set map[string]string, v *model.StreamVerb) {
	if v.Form == "seeds H" {
		set["seeds"] = "true"
		return
	}
	set["order"] = orderWords[v.Form]
	switch v.Form {
	case "mints S I", "of S I":
		set["owners"] = w.spaces(v.Args[0])
	case "opens E in S I":
		set["parent"] = fmt.Sprint(w.s.Space(v.Args[1]))
		fallthrough
	case "opens E", "continues E", "closes E", "starts E I", "stops E":
		set["entity"] = fmt.Sprint(w.s.Entity(v.Args[0]))
	}
}

func (w *streamGen) spaces(names string) string {
	var list []string
	for name := range strings.SplitSeq(names, "/") {
		list = append(list, fmt.Sprint(w.s.Space(name)))
	}
	return "[]int{" + strings.Join(list, ", ") + "}"
}
