package runtime

import (
	"strings"
	"unicode/utf8"
)

// clash returns the place of the first key that its object has twice once invalid UTF-8 is replaced by U+FFFD, or -1.
// Taking the last of them would lose a member. The document must be valid.
func clash(data []byte) int {
	c := clasher{data, -1}
	c.value(skipSpace(data, 0))
	return c.at
}

type clasher struct {
	data []byte
	at   int
}

// value walks the value at i and returns its end.
func (c *clasher) value(i int) int {
	open := c.data[i]
	if open != '{' && open != '[' {
		end, _ := skipValue(c.data, i, 0)
		return end
	}
	var odd map[string]bool // the keys with U+FFFD
	for i = skipSpace(c.data, i+1); c.data[i] != open+2; {
		if open == '{' {
			end, _ := skipString(c.data, i)
			if key, _, _ := mend(c.data[i+1:end-1], true); strings.ContainsRune(string(key), utf8.RuneError) {
				if odd == nil {
					odd = map[string]bool{}
				}
				if odd[string(key)] && c.at < 0 {
					c.at = i
				}
				odd[string(key)] = true
			}
			i = skipSpace(c.data, skipSpace(c.data, end)+1)
		}
		if i = skipSpace(c.data, c.value(i)); c.data[i] == ',' {
			i = skipSpace(c.data, i+1)
		}
	}
	return i + 1
}
