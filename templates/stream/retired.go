package stream

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Upgrader translates shapes that the protocol has retired to current ones, in JSON that is not decoded yet. The zero
// value is ready to use. An Upgrader serves one stream, whose events must be passed in order.
type Upgrader struct {
	// OnNote is called for each translation.
	OnNote func(Note)
	// NewID returns an id for something that lacks one; nil means random ids.
	NewID func() string

	index   int
	open    map[int]string // by entity: the id of the one opened last
	kind    string
	changed bool
}

// renaming is an event that has been renamed.
type renaming struct {
	rule *rule  // of the current event
	id   string // the member with its id
	with []assignment
	lost []string // members without a current place
}

// assignment is a member and its value, or the member of the old shape that holds its value.
type assignment struct {
	path          []string
	value, member string
}

// spot is an object with changed members, or one that holds such an object or a list of them.
type spot struct {
	nulls  []string // members in which null means absent
	inside []inside
	parts  bool // a list of a message's parts; inside says what has changed by kind
}

type inside struct {
	member string
	spot   *spot
}

// oldPart is a retired part of messages.
type oldPart struct {
	tag   string // "" where there is none
	by    string
	kinds []partKind // by what the member begins with
	fills [][]assignment
	carry []assignment
}

type partKind struct{ start, tag string }

// Event translates an event. If nothing has changed, or data is not JSON, it returns data itself.
func (u *Upgrader) Event(data []byte) []byte {
	u.index++
	if !suspect(data) {
		return data
	}
	root, err := checked(data)
	if err != nil || !root.isObject() {
		return data
	}
	u.kind, u.changed = "", false
	if tag := root.member(eventTag); tag != nil {
		u.kind, _ = tag.textValue()
	}
	s := changedEvents[u.kind]
	if s == nil {
		s = &anyEvent
	}
	u.visit(root, s, "")
	if r, old := renamings[u.kind]; old {
		u.rename(root, r)
	}
	if !u.changed {
		return data
	}
	return root.text()
}

// Input translates the input of a run. The Index of its notes is -1.
func (u *Upgrader) Input(data []byte) []byte {
	root, err := checked(data)
	if err != nil || changedRequest == nil {
		return data
	}
	u.index, u.kind, u.changed = 0, "", false
	if u.visit(root, changedRequest, ""); !u.changed {
		return data
	}
	return root.text()
}

// end reports that a value that is not an event of this protocol ends the stream.
func (u *Upgrader) end() {
	u.index++
	u.kind = string(done)
	u.tell("", " is taken as the end of the stream")
}

// suspect reports whether an event may have to be translated. It is fast if the event begins with its tag.
func suspect(data []byte) bool {
	rest, ok := bytes.CutPrefix(data, []byte(`{"`+eventTag+`":"`))
	end := bytes.IndexByte(rest, '"')
	if !ok || end < 0 {
		return true
	}
	if _, old := renamings[string(rest[:end])]; old {
		return true
	}
	for b := rest; ; { // a second tag, or that of an old part
		i := bytes.IndexByte(b, '"')
		if i < 0 {
			break
		}
		if b = b[i+1:]; quotedName(b, eventTag) || quotedName(b, retiredPart.tag) {
			return true
		}
	}
	// A name may be written with escapes.
	return bytes.Contains(rest, []byte(`\u`)) || bytes.Contains(rest, []byte("null"))
}

// quotedName reports whether b begins with a name, which is not empty, followed by a quote.
func quotedName(b []byte, name string) bool {
	return name != "" && len(b) > len(name) && b[0] == name[0] && b[len(name)] == '"' && string(b[:len(name)]) == name
}

func (u *Upgrader) note(id, format string, args ...any) {
	u.changed = true
	u.tell(id, format, args...)
}

func (u *Upgrader) tell(id, format string, args ...any) {
	if u.OnNote != nil {
		u.OnNote(Note{u.index - 1, xKind(u.kind), id, fmt.Sprintf(format, args...)})
	}
}

// rename translates an event that was renamed.
func (u *Upgrader) rename(root *node, r renaming) {
	id, known := u.open[r.rule.entity]
	opened := r.rule.order == opens
	if opened || !known {
		id = u.newID()
	}
	switch {
	case opened:
		if u.open == nil {
			u.open = map[int]string{}
		}
		u.open[r.rule.entity] = id
	case r.rule.order == closes:
		delete(u.open, r.rule.entity)
	}
	root.set(eventTag, string(r.rule.kind))
	root.set(r.id, id)
	for _, a := range r.with {
		root.set(a.path[0], a.value)
	}
	u.note(id, " is %s today", r.rule.kind)
	if !opened && !known {
		u.note(id, " goes on with what nothing opened: the id %s is made up", quote(id))
	}
	for _, name := range r.lost {
		if value := root.member(name); value != nil {
			root.drop(name)
			u.note(id, " had %s %s, which has no place today", name, shorten(string(value.text())))
		}
	}
}

func (u *Upgrader) newID() string {
	if u.NewID != nil {
		return u.NewID()
	}
	return rand.Text()
}

func shorten(s string) string {
	const most = 80
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// visit translates a value, or the elements of a list.
func (u *Upgrader) visit(n *node, s *spot, at string) (touched bool) {
	switch {
	case s.parts:
		return u.parts(n, s, at)
	case n.isArray():
		n.open()
		for i, item := range n.items {
			touched = u.visit(item, s, at+"/"+strconv.Itoa(i)) || touched
		}
	case n.isObject():
		n.open()
		for _, name := range s.nulls {
			if value := n.member(name); value != nil && value.isNull() {
				n.drop(name)
				u.note("", ": %s is null, which reads as absent", at+"/"+name)
				touched = true
			}
		}
		for _, in := range s.inside {
			if value := n.member(in.member); value != nil {
				touched = u.visit(value, in.spot, at+"/"+in.member) || touched
			}
		}
	}
	if touched {
		n.raw = nil
	}
	return touched
}

// parts translates the parts of a message.
func (u *Upgrader) parts(n *node, s *spot, at string) (touched bool) {
	if !n.isArray() {
		return false
	}
	n.open()
	made := make([]*node, len(n.items)) // in the place of old parts
	some := false
	for i, item := range n.items {
		where := at + "/" + strconv.Itoa(i)
		tag := item.texts([]string{partTag})
		for _, in := range s.inside {
			if tag != nil && in.member == *tag {
				touched = u.visit(item, in.spot, where) || touched
			}
		}
		if tag != nil && retiredPart.tag != "" && *tag == retiredPart.tag {
			some = true
			if made[i] = item.modern(); made[i] == nil {
				u.tell("", ": %s is %s, and nothing of today says the same: it stays", where, retiredPart.tag)
			}
		}
	}
	said := map[string]bool{} // by the parts that are none of the old ones
	for i, item := range n.items {
		if some && made[i] == nil {
			said[item.said()] = true
		}
	}
	keep := n.items[:0:0]
	for i, item := range n.items {
		switch {
		case made[i] == nil:
			keep = append(keep, item)
		case said[made[i].said()]:
			u.note("", ": %s/%d is %s and says the same as another part: it is left out", at, i, retiredPart.tag)
			touched = true
		default:
			keep = append(keep, made[i])
			u.note("", ": %s/%d is %s, which is %s today", at, i, retiredPart.tag, *made[i].texts([]string{partTag}))
			touched = true
		}
	}
	if touched {
		n.raw, n.items = nil, keep
	}
	return touched
}

// modern returns the current form of an old part, or nil if there is none.
func (n *node) modern() *node {
	by := n.texts([]string{retiredPart.by})
	if by == nil {
		return nil
	}
	tag := ""
	for _, k := range retiredPart.kinds {
		if strings.HasPrefix(*by, k.start) {
			tag = k.tag
			break
		}
	}
	for _, fill := range retiredPart.fills {
		if tag == "" || !n.fills(fill) {
			continue
		}
		part := newNode([]byte("{}"))
		part.set(partTag, tag)
		for _, a := range append(fill[:len(fill):len(fill)], retiredPart.carry...) {
			value := a.value
			if a.member != "" {
				text := n.texts([]string{a.member})
				if text == nil || *text == "" && a.member != retiredPart.by {
					continue
				}
				value = *text
			}
			part.at(a.path[:len(a.path)-1]).set(a.path[len(a.path)-1], value)
		}
		return part
	}
	return nil
}

// fills reports whether an old part has the members that a list of assignments needs.
func (n *node) fills(fill []assignment) bool {
	for _, a := range fill {
		if a.member == "" || a.member == retiredPart.by {
			continue
		}
		if text := n.texts([]string{a.member}); text == nil || *text == "" {
			return false
		}
	}
	return true
}

// said returns the content of a part as a text, as far as old parts can express it. Parts with the same
// content have equal texts.
func (n *node) said() string {
	var b strings.Builder
	add := func(path []string) {
		text := n.texts(path)
		if text == nil {
			b.WriteString("-;")
			return
		}
		fmt.Fprintf(&b, "%d:%s;", len(*text), *text)
	}
	add([]string{partTag})
	for _, fill := range retiredPart.fills {
		for _, a := range fill {
			add(a.path)
		}
	}
	for _, a := range retiredPart.carry {
		add(a.path)
	}
	return b.String()
}

// texts returns the text at a path, or nil.
func (n *node) texts(path []string) *string {
	for _, name := range path {
		if !n.isObject() {
			return nil
		}
		if n = n.member(name); n == nil {
			return nil
		}
	}
	if text, ok := n.textValue(); ok {
		return &text
	}
	return nil
}

// textValue returns the text of a value that is a string.
func (n *node) textValue() (string, bool) {
	if len(n.raw) == 0 || n.raw[0] != '"' {
		return "", false
	}
	var s string
	err := json.Unmarshal(n.raw, &s)
	return s, err == nil
}

// at returns the object at a path below an object, creating absent ones.
func (n *node) at(path []string) *node {
	for _, name := range path {
		next := n.member(name)
		if next == nil {
			next = newNode([]byte("{}"))
			n.put(name, next)
		}
		n.raw = nil
		n = next
	}
	return n
}

// set puts a text into an object.
func (n *node) set(name, text string) {
	n.open()
	n.put(name, newNode(appendQuoted(nil, text)))
	n.raw = nil
}

// drop removes a member, which must exist.
func (n *node) drop(name string) {
	gap := n.index[name]
	delete(n.index, name)
	n.items[gap], n.raw = nil, nil
	n.gaps++
}
