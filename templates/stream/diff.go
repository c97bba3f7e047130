package stream

import (
	"encoding/json"
	"fmt"
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
	if equal(a, b) {
		return xOperations{}, nil
	}
	whole := opSize("", b.raw)
	d := differ{left: whole}
	if d.differ("", a, b); d.left < 0 {
		return xOperations{replaceOp("", b.raw)}, nil
	}
	return d.ops, nil
}

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
	case d.left < 0 || equal(a, b):
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
	if equal(a, b) {
		return
	}
	inner := differ{left: opSize(path, b.raw)}
	inner.differ(path, a, b)
	if inner.left < 0 {
		d.replace(path, b)
		return
	}
	d.left -= opSize(path, b.raw) - inner.left
	d.ops = append(d.ops, inner.ops...)
}

func (d *differ) object(path string, a, b *node) {
	a.open()
	b.open()
	for i, name := range a.names {
		if a.index[name] == i && b.member(name) == nil {
			at := path + "/" + escape(name)
			d.add(at, nil, func() xOperation { return removeOp(at) })
		}
	}
	for _, name := range b.names {
		value, at := b.member(name), path+"/"+escape(name)
		if old := a.member(name); old != nil {
			d.nested(at, old, value)
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
	a.open()
	b.open()
	x, y := a.items, b.items
	start := 0
	for start < len(x) && start < len(y) && equal(x[start], y[start]) {
		start++
	}
	x, y = x[start:], y[start:]
	for len(x) > 0 && len(y) > 0 && equal(x[len(x)-1], y[len(y)-1]) {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	both := min(len(x), len(y))
	for i := range both {
		d.nested(path+"/"+strconv.Itoa(start+i), x[i], y[i])
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
