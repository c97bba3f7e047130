package stream

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"strconv"
	"strings"
)

// Diff returns a short patch that makes to of from. It is never longer than one operation that replaces the whole.
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
	d := differ{left: opSize("", b.raw)}
	if d.differ("", a, b); d.left < 0 {
		return xOperations{replaceOp("", b.raw)}, nil
	}
	return d.ops, nil
}

// sum hashes a value that is taken apart, and all that is in it: equal ones have equal hashes.
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

// identical reports whether two values that are taken apart and have hashes are the same JSON. Those that are get looked
// through once, as nobody looks into them any more; those that are not are told by their hashes.
func identical(a, b *node) bool { return a.hash == b.hash && sameParts(a, b) }

// differ collects operations until they are longer than what they would save.
type differ struct {
	ops  xOperations
	left int
}

func opSize(path string, value []byte) int {
	return len(path) + len(value) + len(`{"op":"replace","path":"","value":},`)
}

func (d *differ) add(path string, value []byte, op func() xOperation) {
	if d.left -= opSize(path, value); d.left >= 0 {
		d.ops = append(d.ops, op())
	}
}

func (d *differ) differ(path string, a, b *node) {
	switch {
	case d.left < 0:
	case a.isObject() && b.isObject():
		d.object(path, a, b)
	case a.isArray() && b.isArray():
		d.array(path, a, b)
	default:
		d.replace(path, b)
	}
}

func (d *differ) replace(path string, b *node) {
	d.add(path, b.raw, func() xOperation { return replaceOp(path, b.raw) })
}

// nested is what to do with a difference deep inside: the operations on its parts, or one where that is shorter.
func (d *differ) nested(path string, a, b *node) {
	before, left := len(d.ops), d.left
	most := min(left, opSize(path, b.raw))
	d.left = most
	d.differ(path, a, b)
	used := most - d.left
	if d.left < 0 {
		d.ops, d.left = d.ops[:before], left
		d.replace(path, b)
		return
	}
	d.left = left - used
}

func (d *differ) object(path string, a, b *node) {
	for i, name := range a.names {
		if _, is := b.index[name]; !is && a.index[name] == i && d.left >= 0 {
			at := path + "/" + escape(name)
			d.add(at, nil, func() xOperation { return removeOp(at) })
		}
	}
	for i, name := range b.names {
		value := b.items[i]
		old, is := a.index[name]
		if d.left < 0 || is && identical(a.items[old], value) {
			continue
		}
		at := path + "/" + escape(name)
		if is {
			d.nested(at, a.items[old], value)
		} else {
			d.add(at, value.raw, func() xOperation { return addOp(at, value.raw) })
		}
	}
}

func escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// array leaves what is the same at both ends, changes item by item what lies between, and takes out or puts in the
// rest.
func (d *differ) array(path string, a, b *node) {
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
	for i := range both {
		if d.left >= 0 && !identical(x[i], y[i]) {
			d.nested(path+"/"+strconv.Itoa(start+i), x[i], y[i])
		}
	}
	for i := len(x) - 1; i >= both && d.left >= 0; i-- {
		at := path + "/" + strconv.Itoa(start+i)
		d.add(at, nil, func() xOperation { return removeOp(at) })
	}
	for i := both; i < len(y) && d.left >= 0; i++ {
		at := path + "/" + strconv.Itoa(start+i)
		d.add(at, y[i].raw, func() xOperation { return addOp(at, y[i].raw) })
	}
}
