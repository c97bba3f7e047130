package runtime

import (
	"slices"
	"strconv"
	"strings"
)

// locate returns the JSON Pointer of the value at each offset, or of the innermost value around it. Places stay
// offsets until an error is built, so that they cost nothing for valid documents. One walk over the document finds
// them all.
func locate(data []byte, offsets []int) []string {
	order := make([]int, len(offsets))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return offsets[a] - offsets[b] })
	w := walker{data: data, offsets: offsets, order: order, found: make([]string, len(offsets))}
	w.value(skipSpace(data, 0), 0)
	w.reach(len(data) + 1)
	return w.found
}

// walker follows the path to the current value.
type walker struct {
	data    []byte
	path    []string // escaped reference tokens
	offsets []int
	order   []int // of the offsets not reached yet
	found   []string
}

// reach sets the current path for all offsets before i, and reports whether none are left.
func (w *walker) reach(i int) bool {
	if len(w.order) == 0 || w.offsets[w.order[0]] >= i {
		return len(w.order) == 0
	}
	at := w.pointer()
	for len(w.order) > 0 && w.offsets[w.order[0]] < i {
		w.found[w.order[0]] = at
		w.order = w.order[1:]
	}
	return len(w.order) == 0
}

// pointer returns the path, without its middle if it is long: there may be 10,000 steps and 10,000 places.
func (w *walker) pointer() string {
	var b strings.Builder
	for i, step := range w.path {
		if b.Len() > maxPointer && len(w.path)-i > maxPointer/2 {
			return shortPointer(b.String() + "/" + strings.Join(w.path[len(w.path)-maxPointer/2:], "/"))
		}
		b.WriteByte('/')
		b.WriteString(step)
	}
	return shortPointer(b.String())
}

// value walks the value at i, whose path is the current one, and returns its end. It returns -1 if nothing is left to
// find or the document breaks off.
func (w *walker) value(i, depth int) int {
	if w.reach(i+1) || i >= len(w.data) || depth > maxDepth {
		return -1
	}
	switch w.data[i] {
	case '{':
		return w.members(i+1, depth, '}')
	case '[':
		return w.members(i+1, depth, ']')
	}
	end, bad := skipValue(w.data, i, 0)
	if w.reach(end) || bad != noFault {
		return -1
	}
	return end
}

// members walks the content of an object or array up to its closing bracket.
func (w *walker) members(i, depth int, closing byte) int {
	for n := 0; ; n++ {
		i = skipSpace(w.data, i)
		if i < len(w.data) && w.data[i] == ',' && n > 0 {
			i = skipSpace(w.data, i+1)
		}
		if i >= len(w.data) || w.data[i] == closing {
			break
		}
		token := strconv.Itoa(n)
		if closing == '}' {
			end, bad := skipNoted(w.data, i)
			if bad != noFault {
				return -1
			}
			token = shortPointer(escapePointer(string(unescaped(w.data[i+1 : end-1]))))
			if i = skipSpace(w.data, end); i >= len(w.data) || w.data[i] != ':' || w.reach(i+1) {
				return -1
			}
			i = skipSpace(w.data, i+1)
		}
		if w.reach(i) {
			return -1
		}
		w.path = append(w.path, token)
		if i = w.value(i, depth+1); i < 0 {
			return -1
		}
		w.path = w.path[:len(w.path)-1]
	}
	if w.reach(i + 1) {
		return -1
	}
	return i + 1
}

// skipNoted is skipString for bytes that may not be a string.
func skipNoted(data []byte, i int) (int, fault) {
	if data[i] != '"' {
		return i, badKey
	}
	return skipString(data, i)
}

// escapePointer escapes a key for a JSON Pointer (RFC 6901).
func escapePointer(key string) string {
	if !strings.ContainsAny(key, "~/") {
		return key
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}
