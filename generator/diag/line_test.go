package diag

import (
	"strings"
	"testing"
)

func TestLine(t *testing.T) {
	for _, c := range []struct {
		in   string
		most int
		want string
	}{
		{"abc", 3, "abc"}, {"abcdef", 4, "ab…ef"}, {"éééé", 6, "é…é"}, {"a\nb\u2028\x00", 99, `a\nb\u2028\x00`}, {`"q"`, 9, `"q"`},
	} {
		t.Run(c.in, func(t *testing.T) {
			if got := Line(c.in, c.most); got != c.want {
				t.Errorf("%q: got %q, want %q", c.in, got, c.want)
			}
		})
	}
	long := strings.Repeat("k", 1<<20)
	d := Diagnostic{Pos{"f", 1, 2, "#/" + long}, "no " + long}
	if got := d.String(); len(got) > 6000 || strings.Contains(got, "\n") {
		t.Errorf("%d bytes: %.100q", len(got), got)
	}
}
