package emit

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// mostStates is how large an automaton may get before the function would be unreadable.
const mostStates = 64

// The states that need no code: nothing can match any more, or the match is certain.
const (
	dead    = -1
	matched = -2
)

// automaton is a deterministic matcher of a regular expression. It starts in state 0.
type automaton struct{ states []state }

type state struct {
	accepting bool   // the text may end here
	edges     []edge // cover all characters, in order
}

type edge struct {
	low, high rune
	to        int
}

// usual is where most characters lead.
func (s state) usual() int {
	width := map[int]int{}
	best := dead
	for _, e := range s.edges {
		width[e.to] += int(e.high-e.low) + 1
		if width[e.to] > width[best] {
			best = e.to
		}
	}
	return best
}

// compile builds the automaton by the subset construction. As in JSON Schema, the pattern may match anywhere.
func compile(pattern string) (*automaton, error) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("it is not a regular expression that Go can read (%v): spell it without what only ECMAScript has", err)
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil, err
	}
	b := &builder{prog: prog, index: map[string]int{}}
	b.add(b.closure([]uint32{uint32(prog.Start)}, true), true)
	for i := 0; i < len(b.sets); i++ {
		if len(b.sets) > mostStates {
			return nil, errors.New("it needs more than 64 states: simplify it")
		}
		b.expand(i)
	}
	if b.err != nil {
		return nil, b.err
	}
	return minimize(b.states), nil
}

// builder makes a state of each set of instructions that can be reached together.
type builder struct {
	prog   *syntax.Prog
	sets   [][]uint32
	index  map[string]int
	states []state
	err    error
}

// closure follows the instructions that take no character. What waits for the end of the text stays in the set.
func (b *builder) closure(start []uint32, atBegin bool) []uint32 {
	var set []uint32
	todo := slices.Clone(start)
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if slices.Contains(set, pc) {
			continue
		}
		set = append(set, pc)
		switch in := b.prog.Inst[pc]; in.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			todo = append(todo, in.Out, in.Arg)
		case syntax.InstCapture, syntax.InstNop:
			todo = append(todo, in.Out)
		case syntax.InstEmptyWidth:
			switch syntax.EmptyOp(in.Arg) {
			case syntax.EmptyBeginText:
				if atBegin {
					todo = append(todo, in.Out)
				}
			case syntax.EmptyEndText:
			default:
				b.err = errors.New("word boundaries and line anchors are not modelled: spell it with ^ and $ alone")
			}
		}
	}
	slices.Sort(set)
	return set
}

// accepts reports whether the set matches where the text ends, and whether it does wherever the text goes on.
func (b *builder) accepts(set []uint32, atBegin bool) (atEnd, always bool) {
	has := func(set []uint32) bool {
		return slices.ContainsFunc(set, func(pc uint32) bool { return b.prog.Inst[pc].Op == syntax.InstMatch })
	}
	always = has(set)
	ended := slices.Clone(set)
	for n := 0; n != len(ended); {
		n = len(ended)
		for _, pc := range ended {
			if in := b.prog.Inst[pc]; in.Op == syntax.InstEmptyWidth && syntax.EmptyOp(in.Arg) == syntax.EmptyEndText {
				ended = append(ended, b.closure([]uint32{in.Out}, atBegin)...)
			}
		}
		slices.Sort(ended)
		ended = slices.Compact(ended)
	}
	return has(ended), always
}

// add returns the state of a set.
func (b *builder) add(set []uint32, atBegin bool) int {
	atEnd, always := b.accepts(set, atBegin)
	if always {
		return b.certain(atBegin)
	}
	if len(set) == 0 {
		return dead
	}
	key := fmt.Sprint(set, atBegin)
	if i, ok := b.index[key]; ok {
		return i
	}
	b.index[key] = len(b.sets)
	b.sets = append(b.sets, set)
	b.states = append(b.states, state{accepting: atEnd})
	return len(b.sets) - 1
}

// certain is the match that nothing can undo; as the first state it needs one to stand for it.
func (b *builder) certain(atBegin bool) int {
	if atBegin {
		b.sets = append(b.sets, nil)
		b.states = append(b.states, state{accepting: true, edges: []edge{{0, unicode.MaxRune, matched}}})
	}
	return matched
}

// expand finds where each character leads from state i.
func (b *builder) expand(i int) {
	set := b.sets[i]
	if set == nil {
		return
	}
	cuts := []rune{0, unicode.MaxRune + 1}
	for _, pc := range set {
		in := b.prog.Inst[pc]
		for _, r := range ranges(&in) {
			cuts = append(cuts, r[0], r[1]+1)
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	restart := b.closure([]uint32{uint32(b.prog.Start)}, false)
	for k := 0; k+1 < len(cuts); k++ {
		next := slices.Clone(restart)
		for _, pc := range set {
			in := b.prog.Inst[pc]
			if in.Op >= syntax.InstRune && in.MatchRune(cuts[k]) {
				next = append(next, b.closure([]uint32{in.Out}, false)...)
			}
		}
		slices.Sort(next)
		to := b.add(b.live(slices.Compact(next)), false)
		b.states[i].edges = append(b.states[i].edges, edge{cuts[k], cuts[k+1] - 1, to})
	}
}

// live drops the instructions that do nothing more: states that differ in them are the same.
func (b *builder) live(set []uint32) []uint32 {
	return slices.DeleteFunc(set, func(pc uint32) bool {
		in := b.prog.Inst[pc]
		begin := in.Op == syntax.InstEmptyWidth && syntax.EmptyOp(in.Arg) == syntax.EmptyBeginText
		return begin || in.Op == syntax.InstAlt || in.Op == syntax.InstCapture || in.Op == syntax.InstNop || in.Op == syntax.InstFail
	})
}

// ranges returns the characters that an instruction takes, with the other case where it folds.
func ranges(in *syntax.Inst) [][2]rune {
	switch in.Op {
	case syntax.InstRuneAny:
		return [][2]rune{{0, unicode.MaxRune}}
	case syntax.InstRuneAnyNotNL:
		return [][2]rune{{0, '\n' - 1}, {'\n' + 1, unicode.MaxRune}}
	case syntax.InstRune1, syntax.InstRune:
	default:
		return nil
	}
	var list [][2]rune
	if len(in.Rune) == 1 {
		first := in.Rune[0]
		list = append(list, [2]rune{first, first})
		if syntax.Flags(in.Arg)&syntax.FoldCase != 0 {
			for r := unicode.SimpleFold(first); r != first; r = unicode.SimpleFold(r) {
				list = append(list, [2]rune{r, r})
			}
		}
		return list
	}
	for i := 0; i+1 < len(in.Rune); i += 2 {
		list = append(list, [2]rune{in.Rune[i], in.Rune[i+1]})
	}
	return list
}

// minimize merges states that no text tells apart, numbered in the order in which they are met.
func minimize(states []state) *automaton {
	class := make([]int, len(states))
	for i, s := range states {
		if s.accepting {
			class[i] = 1
		}
	}
	for n := 0; ; {
		next, count := refine(states, class)
		if class = next; count == n {
			return merged(states, class)
		}
		n = count
	}
}

// refine splits the classes by where their states lead.
func refine(states []state, class []int) (next []int, count int) {
	ids := map[string]int{}
	for i, s := range states {
		var key strings.Builder
		fmt.Fprint(&key, class[i])
		for _, e := range joined(s.edges, class) {
			fmt.Fprint(&key, " ", e.low, " ", e.to)
		}
		id, ok := ids[key.String()]
		if !ok {
			id = len(ids)
			ids[key.String()] = id
		}
		next = append(next, id)
	}
	return next, len(ids)
}

// joined returns edges between classes, neighbours that lead to the same one joined.
func joined(edges []edge, class []int) []edge {
	var out []edge
	for _, e := range edges {
		if e.to >= 0 {
			e.to = class[e.to]
		}
		if n := len(out); n > 0 && out[n-1].to == e.to {
			out[n-1].high = e.high
			continue
		}
		out = append(out, e)
	}
	return out
}

// merged makes one state of each class.
func merged(states []state, class []int) *automaton {
	a := &automaton{}
	for i, s := range states {
		if class[i] == len(a.states) {
			a.states = append(a.states, state{s.accepting, joined(s.edges, class)})
		}
	}
	return a
}
