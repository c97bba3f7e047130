package stream

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"strconv"
	"strings"
)

// Diff returns a short patch that turns from into to. It is never longer than one operation that replaces the
// whole document.
func Diff(from, to json.RawMessage) (xOperations, error) {
	a, err := checked(from)
	if err != nil {
		return nil, fmt.Errorf("there is no difference from the first value: %w", err)
	}
	b, err := checked(to)
	if err != nil {
		return nil, fmt.Errorf("there is no difference to the second value: %w", err)
	}
	a.openAll()
	b.openAll()
	seed := maphash.MakeSeed()
	a.sum(seed)
	b.sum(seed)
	if identical(a, b) {
		return xOperations{}, nil
	}
	d := differ{left: editSize(nil, b.raw)}
	if d.differ(nil, a, b); d.left < 0 {
		return xOperations{replaceOp("", b.raw)}, nil
	}
	ops := make(xOperations, 0, len(d.edits))
	for _, e := range d.edits {
		ops = append(ops, e.operation())
	}
	return ops, nil
}

// sum sets the hash of a parsed value and of all values in it. Equal values have equal hashes.
func (n *node) sum(seed maphash.Seed) uint64 {
	mix := func(a, b uint64) uint64 { return maphash.Comparable(seed, [2]uint64{a, b}) }
	switch {
	case n.isObject():
		n.hash = 1
		for name, at := range n.index {
			n.hash += mix(maphash.String(seed, name), n.items[at].sum(seed)) // whatever the order
		}
	case n.isArray():
		n.hash = 2
		for _, item := range n.items {
			n.hash = mix(n.hash, item.sum(seed))
		}
	case n.raw[0] == '"':
		n.hash = mix(3, maphash.String(seed, unquote(n.raw)))
	case isNumber(n.raw):
		negative, digits, exponent := number(n.raw)
		n.hash = 4 // zero has no sign
		if len(digits) > 0 {
			n.hash = maphash.String(seed, fmt.Sprint(negative, string(digits), exponent))
		}
	default:
		n.hash = maphash.Bytes(seed, n.raw)
	}
	return n.hash
}

// identical reports whether two parsed and hashed values are the same JSON. Different values are told apart by their
// hashes; equal ones are compared once, since nothing looks into them afterwards.
func identical(a, b *node) bool { return a.hash == b.hash && sameParts(a, b) }

// route is the path to a value, linked from its end. Only the paths that a patch needs are written as text.
type route struct {
	up   *route
	step string // of a JSON Pointer
	size int    // of the path, as text
}

func (r *route) to(step string) *route {
	size := len(step) + 1
	if r != nil {
		size += r.size
	}
	return &route{r, step, size}
}

func (r *route) pointer() string {
	if r == nil {
		return ""
	}
	text := make([]byte, r.size)
	at := r.size
	for ; r != nil; r = r.up {
		at -= copy(text[at-len(r.step):], r.step) + 1
		text[at] = '/'
	}
	return string(text)
}

// edit is an operation that is not yet written.
type edit struct {
	op    byte // add, remove or replace: the first letter but one
	path  *route
	value []byte
}

const (
	adding    = 'd'
	removing  = 'e'
	replacing = 'r'
)

func (e edit) operation() xOperation {
	switch path := e.path.pointer(); e.op {
	case adding:
		return addOp(path, e.value)
	case removing:
		return removeOp(path)
	default:
		return replaceOp(path, e.value)
	}
}

// editSize returns the approximate length of an operation as text.
func editSize(path *route, value []byte) int {
	size := len(value) + len(`{"op":"replace","path":"","value":},`)
	if path != nil {
		size += path.size
	}
	return size
}

// differ collects edits until they are longer than the replacement they would save.
type differ struct {
	edits []edit
	left  int
}

func (d *differ) add(op byte, path *route, value []byte) {
	if d.left -= editSize(path, value); d.left >= 0 {
		d.edits = append(d.edits, edit{op, path, value})
	}
}

func (d *differ) differ(path *route, a, b *node) {
	switch {
	case d.left < 0:
	case a.isObject() && b.isObject():
		d.object(path, a, b)
	case a.isArray() && b.isArray():
		d.array(path, a, b)
	default:
		d.add(replacing, path, b.raw)
	}
}

// nested handles a difference deep inside: by the edits of its parts, or by one edit if that is shorter.
func (d *differ) nested(path *route, a, b *node) {
	before, left := len(d.edits), d.left
	most := min(left, editSize(path, b.raw))
	d.left = most
	if d.differ(path, a, b); d.left < 0 {
		d.edits, d.left = d.edits[:before], left
		d.add(replacing, path, b.raw)
		return
	}
	d.left += left - most
}

func (d *differ) object(path *route, a, b *node) {
	for i, name := range a.names {
		if _, is := b.index[name]; !is && a.index[name] == i {
			d.add(removing, path.to(escape(name)), nil)
		}
	}
	for i, name := range b.names {
		if d.left < 0 {
			return
		}
		value := b.items[i]
		if old, is := a.index[name]; !is {
			d.add(adding, path.to(escape(name)), value.raw)
		} else if !identical(a.items[old], value) {
			d.nested(path.to(escape(name)), a.items[old], value)
		}
	}
}

func escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// array keeps what is equal at both ends, changes the items between one by one, and removes or inserts the rest.
func (d *differ) array(path *route, a, b *node) {
	x, y := a.items, b.items
	start := 0
	for start < len(x) && start < len(y) && identical(x[start], y[start]) {
		start++
	}
	x, y = x[start:], y[start:]
	for len(x) > 0 && len(y) > 0 && identical(x[len(x)-1], y[len(y)-1]) {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	both := min(len(x), len(y))
	at := func(i int) *route { return path.to(strconv.Itoa(start + i)) }
	for i := 0; i < both && d.left >= 0; i++ {
		if !identical(x[i], y[i]) {
			d.nested(at(i), x[i], y[i])
		}
	}
	for i := len(x) - 1; i >= both && d.left >= 0; i-- {
		d.add(removing, at(i), nil)
	}
	for i := both; i < len(y) && d.left >= 0; i++ {
		d.add(adding, at(i), y[i].raw)
	}
}
