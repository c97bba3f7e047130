package stream

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// PatchError is the error for an operation of a patch that fails. The whole patch then has no effect.
type PatchError struct {
	Index   int    // of the operation
	Op      string // its name
	Path    string // the path it was applied to
	Message string
}

func (e *PatchError) Error() string {
	return fmt.Sprintf("operation %d, %s %s: %s", e.Index+1, e.Op, quote(e.Path), e.Message)
}

// maxGrowth is the default limit of a patched document in bytes. Without a limit copy operations could double
// it again and again.
const maxGrowth = 64 << 20

// Patch applies a JSON Patch (RFC 6902) to a document and returns the result. If an operation fails, the error is a
// *PatchError. Patch does not modify doc; the result may share its bytes. The result may have 64 MiB, or the length of
// doc if that is more.
func Patch(doc json.RawMessage, p xOperations) (json.RawMessage, error) {
	root, err := checked(doc)
	if err != nil {
		return nil, fmt.Errorf("the document cannot be patched: %w", err)
	}
	if len(p) == 0 {
		return doc, nil
	}
	t := newTree(root, len(doc))
	if err := t.patch(p); err != nil {
		return nil, err
	}
	return t.root.text(), nil
}

// tree is a document that is being patched.
type tree struct {
	root  *node
	size  int // at least what its text has
	first int // the size that it began with
	limit int
	depth int  // at least how deep it nests; 0 for unknown
	own   bool // it keeps copies of what comes in
	undo  []func()
	gappy []*node // of which members were removed
}

func newTree(root *node, size int) *tree {
	t := &tree{root: root, size: size, first: size}
	t.allow(0)
	return t
}

// allow sets the maximum length of the document; 0 means maxGrowth. The document may always keep its initial
// length.
func (t *tree) allow(limit int) {
	if limit == 0 {
		limit = maxGrowth
	}
	t.limit = max(limit, t.first)
}

// patch applies all operations, or none.
func (t *tree) patch(p xOperations) error {
	t.undo = t.undo[:0]
	for i := range p {
		op, path, from, value := operation(p[i])
		if err := t.do(op, path, from, value); err != nil {
			for _, undo := range slices.Backward(t.undo) {
				undo()
			}
			t.gappy = t.gappy[:0]
			return &PatchError{i, op, path, err.Error()}
		}
	}
	clear(t.undo)
	for _, n := range t.gappy {
		n.tidy()
	}
	t.gappy = t.gappy[:0]
	return nil
}

func (t *tree) do(op, path, from string, value []byte) error {
	switch op {
	case "add", "replace", "test":
		if t.own && op != "test" {
			value = bytes.Clone(value)
		}
		n, err := checked(value)
		if err != nil {
			return fmt.Errorf("its value: %w", err)
		}
		if op == "test" {
			return t.test(path, n)
		}
		return t.put(path, n, op == "replace")
	case "remove":
		_, err := t.remove(path)
		return err
	case "copy":
		n, err := t.find(from)
		if err != nil {
			return err
		}
		return t.put(path, newNode(n.text()), false)
	case "move":
		if path == from {
			_, err := t.find(from)
			return err
		}
		if strings.HasPrefix(path, from+"/") {
			return fmt.Errorf("a value cannot be moved into itself, from %s", quote(from))
		}
		n, err := t.remove(from)
		if err != nil {
			return err
		}
		return t.put(path, n, false)
	default:
		return errors.New("there is no such operation")
	}
}

func (t *tree) test(path string, want *node) error {
	n, err := t.find(path)
	if err != nil {
		return err
	}
	if !equal(n, want) {
		return errors.New("the value there is another")
	}
	return nil
}

// steps splits a JSON Pointer.
func steps(path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	if path[0] != '/' {
		return nil, fmt.Errorf("%s is no path: one begins with /", quote(path))
	}
	if !utf8.ValidString(path) {
		return nil, fmt.Errorf("%s is not UTF-8", quote(path))
	}
	list := strings.Split(path[1:], "/")
	for i, s := range list {
		if strings.Contains(s, "~") {
			list[i] = strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~0", "~")
		}
	}
	return list, nil
}

func (t *tree) find(path string) (*node, error) {
	list, err := steps(path)
	if err != nil {
		return nil, err
	}
	return t.walk(list, nil)
}

// walk follows a path down from the root. It calls each, unless that is nil, with every value on the way.
func (t *tree) walk(list []string, each func(*node)) (*node, error) {
	n := t.root
	for i, s := range list {
		if i >= maxTreeDepth {
			return nil, errDepth
		}
		if each != nil {
			each(n)
		}
		var next *node
		switch n.openAlong(list[i:]); {
		case n.isObject():
			next = n.member(s)
		case n.isArray():
			if at, err := place(s, len(n.items)-1); err == nil {
				next = n.items[at]
			}
		}
		if next == nil {
			return nil, fmt.Errorf("there is nothing at %s", quote("/"+strings.Join(list[:i+1], "/")))
		}
		n = next
	}
	return n, nil
}

// place parses an index of an array, of at most most.
func place(s string, most int) (int, error) {
	at, err := strconv.Atoi(s)
	if err != nil || s[0] == '-' || s[0] == '+' || s[0] == '0' && len(s) > 1 {
		return 0, fmt.Errorf("%s is no index of an array", quote(s))
	}
	if at > most {
		return 0, fmt.Errorf("index %d is beyond the end of the array", at)
	}
	return at, nil
}

// parent returns the value that contains the end of a path, and marks all values above it as changed.
func (t *tree) parent(list []string) (*node, error) {
	above := list[:len(list)-1]
	n, err := t.walk(above, nil)
	if err != nil {
		return nil, err
	}
	if n.open(); n.parts == nil {
		return nil, fmt.Errorf("what is at %s has no members", quote(pointer(above)))
	}
	touched := func(n *node) {
		if raw := n.raw; raw != nil {
			n.raw = nil
			t.undo = append(t.undo, func() { n.raw = raw })
		}
	}
	if _, err := t.walk(above, touched); err != nil {
		return nil, err
	}
	touched(n)
	return n, nil
}

func pointer(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return "/" + strings.Join(list, "/")
}

func (t *tree) setRoot(n *node) {
	old := t.root
	t.root = n
	t.undo = append(t.undo, func() { t.root = old })
}

// grow accounts for the size of an added value.
func (t *tree) grow(n *node, path string) error {
	before := t.size
	t.undo = append(t.undo, func() { t.size = before })
	more := len(path) + 4
	if n.raw != nil {
		more += len(n.raw)
	}
	if t.size += more; t.size <= t.limit {
		return nil
	}
	if t.size = len(t.root.text()) + more; t.size > t.limit { // subtract what was removed, which is counted only now
		return fmt.Errorf("the document would have more than %d bytes", t.limit)
	}
	return nil
}

// nest accounts for the depth of a value that is added below the given number of others.
func (t *tree) nest(n *node, above int) error {
	if t.depth == 0 {
		t.depth = t.root.depth()
	}
	inner := t.depth // of what is moved, at most
	if n.raw != nil {
		inner = n.depth()
	}
	if above+inner > mostDepth && n.raw == nil {
		inner = n.depth()
	}
	if above+inner > mostDepth {
		return errDepth
	}
	if t.depth = max(t.depth, above+inner); t.depth == mostDepth {
		t.depth = 0 // it is computed again
	}
	return nil
}

// put adds a value or replaces one.
func (t *tree) put(path string, value *node, replace bool) error {
	list, err := steps(path)
	if err != nil {
		return err
	}
	if err := t.grow(value, path); err != nil {
		return err
	}
	if err := t.nest(value, len(list)); err != nil {
		return err
	}
	if len(list) == 0 {
		t.setRoot(value)
		return nil
	}
	if replace {
		if _, err := t.walk(list, nil); err != nil {
			return err
		}
	}
	n, err := t.parent(list)
	if err != nil {
		return err
	}
	name := list[len(list)-1]
	if n.array {
		return t.putItem(n, name, value, replace)
	}
	if old := n.member(name); old != nil {
		n.items[n.index[name]] = value
		t.undo = append(t.undo, func() { n.items[n.index[name]] = old })
		return nil
	}
	if t.own {
		name = strings.Clone(name)
	}
	n.put(name, value)
	t.undo = append(t.undo, func() {
		last := len(n.items) - 1 // later changes are undone already
		delete(n.index, name)
		n.items, n.names = n.items[:last], n.names[:last]
	})
	return nil
}

func (t *tree) putItem(n *node, name string, value *node, replace bool) error {
	at := len(n.items)
	if name != "-" {
		var err error
		if at, err = place(name, len(n.items)); err != nil {
			return err
		}
	}
	if replace {
		old := n.items[at]
		n.items[at] = value
		t.undo = append(t.undo, func() { n.items[at] = old })
		return nil
	}
	n.items = slices.Insert(n.items, at, value)
	t.undo = append(t.undo, func() { n.items = slices.Delete(n.items, at, at+1) })
	return nil
}

// remove removes a value. Removing the root leaves null.
func (t *tree) remove(path string) (*node, error) {
	list, err := steps(path)
	if err != nil {
		return nil, err
	}
	old, err := t.walk(list, nil)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		t.setRoot(newNode([]byte("null")))
		return old, nil
	}
	n, err := t.parent(list)
	if err != nil {
		return nil, err
	}
	name := list[len(list)-1]
	if n.array {
		at, err := place(name, len(n.items)-1)
		if err != nil {
			return nil, err
		}
		n.items = slices.Delete(n.items, at, at+1)
		t.undo = append(t.undo, func() { n.items = slices.Insert(n.items, at, old) })
		return old, nil
	}
	n.items[n.index[name]] = nil
	gap := n.index[name]
	delete(n.index, name)
	n.gaps++
	t.gappy = append(t.gappy, n)
	t.undo = append(t.undo, func() { n.index[name], n.items[gap] = gap, old; n.gaps-- })
	return old, nil
}
