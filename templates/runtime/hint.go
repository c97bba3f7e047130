package runtime

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestHint is the length of the longest name that is compared with others, so that hostile names cost
// little time.
const longestHint = 64

// short removes the middle of a long text for a message.
func short(b []byte) string {
	const most = 80
	if len(b) > 2*most {
		return shortened(string(b[:most])+string(b[len(b)-most:]), most)
	}
	return shortened(string(b), most)
}

// nearest returns the known name that name seems to mean: the same words in another spelling, a typo in one letter, or
// a name with a short word added or removed after the start.
func nearest(name string, known []string) (string, bool) {
	if near, ok := otherSpelling(name, known); ok {
		return near, true
	}
	if len(name) > longestHint || len(name) < 3 {
		return "", false
	}
	for _, k := range known {
		if k != name && oneSlip(name, k) {
			return k, true
		}
	}
	for _, k := range known {
		if k != name && len(k) <= longestHint && oneWord(fold(name), fold(k)) {
			return k, true
		}
	}
	return "", false
}

// oneWord reports whether a and b differ only by letters inserted into one of them in one place, not at the start, and
// at most a third as many as the others.
func oneWord(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if more := len(b) - len(a); more > len(a)/3 || a == "" || a[0] != b[0] {
		return false
	}
	same := 0
	for same < len(a) && a[same] == b[same] {
		same++
	}
	return strings.HasSuffix(b, a[same:])
}

// otherSpelling returns the known name with the same letters and digits: messageId, message_id and MESSAGE-ID
// are equal.
func otherSpelling(name string, others []string) (string, bool) {
	if len(name) > longestHint {
		return "", false
	}
	folded := fold(name)
	for _, other := range others {
		if other != name && len(other) <= longestHint && fold(other) == folded {
			return other, true
		}
	}
	return "", false
}

// fold returns the letters and digits of a name, in lower case.
func fold(name string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, name)
}

// oneSlip reports whether a and b differ by one letter: changed, left out, added or swapped with the next.
func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > utf8.UTFMax {
		return false
	}
	x, y := []rune(a), []rune(b)
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	swapped := len(x) == 2 && len(y) == 2 && x[0] == y[1] && x[1] == y[0]
	return swapped || len(x) <= 1 && len(y) <= 1
}

// names returns the members' names.
func names(members []member) []string {
	list := make([]string, len(members))
	for i, m := range members {
		list[i] = m.name
	}
	return list
}

// keys returns the keys of the object at at, up to a number that is worth searching for similar names.
func keys(data []byte, at int) []string {
	const most = 64
	var list []string
	if at >= len(data) || data[at] != '{' {
		return nil
	}
	r := reader{data: data, pos: at}
	for more := r.first(); more && len(list) < most; more = r.next() {
		list = append(list, string(r.key))
		r.skip()
	}
	return list
}

// unknownKeys returns the keys of the object at an offset that are not in its shape.
func unknownKeys(data []byte, at int, s *shape) []string {
	list := []string{}
	for _, key := range keys(data, at) {
		if !s.has(key) {
			list = append(list, key)
		}
	}
	return list
}

// has reports whether the shape has a member of this name.
func (s *shape) has(name string) bool {
	for _, m := range s.members {
		if m.name == name {
			return true
		}
	}
	return false
}
