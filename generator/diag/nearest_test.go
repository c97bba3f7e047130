package diag

import "testing"

func TestNearest(t *testing.T) {
	commands := []string{"generate", "check", "dump", "schema", "version"}
	for _, c := range []struct{ given, want string }{
		{"generat", "generate"},
		{"Check", "check"},
		{"hceck", "check"},
		{"shcema", "schema"},
		{"ver-sion", "version"},
		{"frobnicate", ""},
		{"", ""},
		{"x", ""},
	} {
		t.Run(c.given, func(t *testing.T) {
			if got := Nearest(c.given, commands); got != c.want {
				t.Errorf("Nearest(%q) = %q, want %q", c.given, got, c.want)
			}
		})
	}
}
