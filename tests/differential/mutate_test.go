package differential

import (
	"math/rand/v2"
	"strings"
)

// values is what a value may be replaced by: every type, the edges of numbers, and halves of known things. The
// exponents stay small, for the interpreter writes numbers out.
var values = []string{
	`null`, `true`, `false`, `0`, `-0`, `-1`, `1`, `3.0`, `1e3`, `1.5`, `1E-1`, `12e-1`, `0.0`, `-0.0e5`, `100e-2`, `1e40`, `-1e400`,
	`9007199254740991`, `9007199254740992`, `-9007199254740991`, `-9007199254740992`, `9007199254740991.0`,
	`9007199254740991.5`, `9.007199254740991e15`, `9.007199254740992e15`, `18446744073709551616`, `0e999`,
	`""`, `"x"`, `"null"`, `"/a~1b"`, `"/a~2"`, `"a"`, `"/"`, `"/~"`, `"\ud800"`, `"\u0000"`, `"é😀"`, `"/\n"`,
	`[]`, `{}`, `[null]`, `[[]]`, `[{}]`, `[""]`, `[1,"a"]`, `{"":null}`, `{"type":null}`, `{"type":"text"}`, `{"type":"text","text":"x"}`,
	`{"type":"success"}`, `{"type":"interrupt","interrupts":[]}`, `{"type":"interrupt","interrupts":[{"id":"i","reason":"r"}]}`,
	`{"type":"cancelled"}`, `{"type":"suspended","interruptIds":["a"]}`, `{"type":"suspended","interruptIds":[1]}`,
	`{"type":"data","value":"","mimeType":""}`, `{"type":"url","value":"u"}`, `{"type":"file","value":"f","provider":"p"}`,
	`{"op":"add","path":"","value":null}`, `{"op":"remove","path":"/a"}`, `{"op":"move","path":"/a"}`, `{"op":"inc","path":"/a"}`,
	`{"role":"user","id":"u","content":"c"}`, `{"role":"robot","id":"u"}`, `{"id":"u","role":"assistant"}`,
	`{"name":"n","description":"d"}`, `{"description":"d","value":"v"}`, `{"interruptId":"i","status":"resolved"}`,
	`{"threadId":"t","runId":"r","messages":[]}`, `{"inputTokens":3.0}`, `{"inputTokens":-1}`, `{"name":"f","arguments":"{}"}`,
}

// mutator changes documents at random, the same way for the same seed.
type mutator struct {
	*rand.Rand
	words []string // names and constants of the schema, quoted
	seeds []*node
}

func pick[T any](m *mutator, list []T) T { return list[m.IntN(len(list))] }

// some returns a value out of nowhere.
func (m *mutator) some() *node {
	switch m.IntN(6) {
	case 0:
		return &node{scalar: pick(m, m.words)}
	case 1:
		return pick(m, pick(m, m.seeds).all()).clone()
	default:
		n, err := parse([]byte(pick(m, values)))
		if err != nil {
			panic(err)
		}
		return n
	}
}

// raw returns a value as it is spelled in the list: a tree of it would be spelled again.
func (m *mutator) raw() *node { return &node{scalar: pick(m, values)} }

// mutations are the ways to change a tree at the node given. Each leaves a node that it does not suit alone.
var mutations = []func(*mutator, *node){
	(*mutator).drop, (*mutator).drop, (*mutator).retype, (*mutator).rename, (*mutator).repeat, (*mutator).null,
	(*mutator).nest, (*mutator).unnest, (*mutator).reorder, (*mutator).add, (*mutator).reword, (*mutator).escape,
}

func (m *mutator) drop(n *node) {
	if len(n.members) == 0 {
		return
	}
	i := m.IntN(len(n.members))
	n.members = append(n.members[:i:i], n.members[i+1:]...)
	if n.kind == '{' {
		n.keys = append(n.keys[:i:i], n.keys[i+1:]...)
	}
}

func (m *mutator) retype(n *node) {
	if m.IntN(2) == 0 {
		*n = *m.raw()
		return
	}
	*n = *m.some()
}

func (m *mutator) null(n *node) { *n = node{scalar: "null"} }

// rename spells a key otherwise: in another case, with underscores, as another name of the schema.
func (m *mutator) rename(n *node) {
	if n.kind != '{' || len(n.keys) == 0 {
		return
	}
	i := m.IntN(len(n.keys))
	key := n.keys[i]
	switch m.IntN(4) {
	case 0:
		key = strings.ToUpper(key[:2]) + key[2:]
	case 1:
		key = strings.Map(func(c rune) rune {
			if c >= 'A' && c <= 'Z' {
				return '_'
			}
			return c
		}, key)
	case 2:
		key = strings.ReplaceAll(key, "s", "ſ") // the long s, which folds to s
	default:
		key = pick(m, m.words)
	}
	n.keys[i] = key
}

// repeat puts a member or element in a second time, with the same value or another, before or behind.
func (m *mutator) repeat(n *node) {
	if len(n.members) == 0 {
		return
	}
	from, to := m.IntN(len(n.members)), m.IntN(len(n.members)+1)
	member := n.members[from].clone()
	if m.IntN(2) == 0 {
		member = m.some()
	}
	key := ""
	if n.kind == '{' {
		key = n.keys[from]
	}
	m.insert(n, to, key, member)
}

func (m *mutator) insert(n *node, i int, key string, member *node) {
	n.members = append(n.members[:i:i], append([]*node{member}, n.members[i:]...)...)
	if n.kind == '{' {
		n.keys = append(n.keys[:i:i], append([]string{key}, n.keys[i:]...)...)
	}
}

func (m *mutator) nest(n *node) {
	inner := *n
	switch m.IntN(3) {
	case 0:
		*n = node{kind: '[', members: []*node{&inner}}
	case 1:
		*n = node{kind: '{', keys: []string{pick(m, m.words)}, members: []*node{&inner}}
	default:
		*n = node{scalar: strings.Repeat("[", 40) + inner.text("") + strings.Repeat("]", 40)}
	}
}

func (m *mutator) unnest(n *node) {
	if len(n.members) > 0 {
		*n = *pick(m, n.members)
	}
}

func (m *mutator) reorder(n *node) {
	m.Shuffle(len(n.members), func(i, j int) {
		n.members[i], n.members[j] = n.members[j], n.members[i]
		if n.kind == '{' {
			n.keys[i], n.keys[j] = n.keys[j], n.keys[i]
		}
	})
}

func (m *mutator) add(n *node) {
	if n.kind != 0 {
		m.insert(n, m.IntN(len(n.members)+1), pick(m, m.words), m.some())
	}
}

// reword makes a text another word of the schema.
func (m *mutator) reword(n *node) {
	if n.kind == 0 && n.scalar[0] == '"' {
		n.scalar = pick(m, m.words)
	}
}

// escape spells a letter of a key or text as \uXXXX: the document stays the same.
func (m *mutator) escape(n *node) {
	const hex = "0123456789abcdef"
	spell := func(s string) string {
		if len(s) < 3 || s[1] == '\\' || s[1] >= 0x80 || s[1] == '"' {
			return s
		}
		return `"\u00` + string(hex[s[1]>>4]) + string(hex[s[1]&15]) + s[2:]
	}
	switch {
	case n.kind == '{' && len(n.keys) > 0:
		i := m.IntN(len(n.keys))
		n.keys[i] = spell(n.keys[i])
	case n.kind == 0 && n.scalar[0] == '"':
		n.scalar = spell(n.scalar)
	}
}

// document mutates a tree one to four times and spells it, now and then with a fault in the text itself.
func (m *mutator) document(seed *node) string {
	tree := seed.clone()
	for range 1 + m.IntN(4) {
		pick(m, mutations)(m, pick(m, tree.all()))
	}
	text := tree.text(pick(m, []string{"", "", "", " ", "\r\n\t"}))
	if m.IntN(12) == 0 {
		text = m.damage(text)
	}
	return text
}

// damage changes bytes.
func (m *mutator) damage(text string) string {
	i := m.IntN(len(text) + 1)
	switch m.IntN(6) {
	case 0:
		return text[:i]
	case 1:
		return text[:i] + string([]byte{byte(m.IntN(256))}) + text[i:]
	case 2:
		return text[:i] + text[min(i+1, len(text)):]
	case 3:
		return text + pick(m, []string{" ", "\n", "\x00", "}", "]", ",", "null", " {}", "\ufeff", "\u00a0"})
	case 4:
		return pick(m, []string{" ", "\ufeff", "\v", "[", "\xff"}) + text
	default:
		return text[:i] + pick(m, []string{`\`, `"`, `\u12`, "\x01", "\x7f", "\xc3", "//", "NaN", "01", "1.", ".5", "+1", "1e"}) + text[i:]
	}
}
