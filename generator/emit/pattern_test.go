package emit

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
)

// odd are patterns that leave a matcher little to do, or that stand at an edge of what there is to match.
var odd = []string{
	`^$`, `^`, `$`, `x*`, `.*`, `a|`, `\s*`, `^.`, `.`, `(?s).`, `^(?s:.)$`, `^(?s:...)$`, `^(?s:.{3})`, `(?s)^.*$`, `^[^\x00-\x{10ffff}]$`,
	`$a`, `a^`, `^^a$$`, `(^|x)(y|$)`, `(^a|b$)`, `$|^x`, `()`, `^()$`, `[^a]`, `^[^a]*$`, `(?i)k`, `^(?i)straſse$`, `\x{fffd}`, `^[^\x{fffd}]$`,
	`[\x{d800}-\x{dfff}]`, `^[^\x{d800}-\x{dfff}]$`, `^[\x{d900}-\x{e000}]+$`, `\x{d800}`, `\pL`, `^\pN+$`, `^\PL$`, `\x{10ffff}`, `^[\x{0}-a]$`,
	"^\n$", "^[\u2028'\\\\\"`]+$", `^(a|b)*abb$`, `^(x?){1000}$`, `^(x*)*$`, `\A\z`, `a\z|\Ab`,
}

// TestMatchers compiles what is printed for odd and for random patterns, and lets each judge random texts beside
// regexp.
func TestMatchers(t *testing.T) {
	patterns := append([]string{}, odd...)
	random := rand.New(rand.NewPCG(9, 12))
	for len(patterns) < 500 {
		patterns = append(patterns, randomPattern(random, 3))
	}
	f := jen.NewFile("main")
	var table []jen.Code
	for i, text := range patterns {
		auto, err := compile(text)
		if err != nil {
			if !strings.Contains(err.Error(), "more than 64 states") {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		p := pattern{fmt.Sprint("matches", i), text, auto}
		f.Add(p.match())
		table = append(table, jen.Line().Values(jen.Lit(text), jen.Id(p.id)))
	}
	if len(table) < 450 {
		t.Errorf("only %d of %d patterns got a matcher", len(table), len(patterns))
	}
	f.Var().Id("matchers").Op("=").Index().Struct(jen.Id("pattern").String(), jen.Id("match").Func().Params(jen.String()).Bool()).
		Values(append(table, jen.Line())...)
	var code bytes.Buffer
	must(t, f.Render(&code))
	dir := t.TempDir()
	judge, err := os.ReadFile(filepath.Join("testdata", "matchers", "main.go.txt"))
	must(t, err)
	for name, text := range map[string][]byte{"go.mod": []byte("module matchers\n\ngo 1.24\n"), "main.go": judge, "matchers.go": code.Bytes()} {
		must(t, os.WriteFile(filepath.Join(dir, name), text, 0o666))
	}
	for _, command := range [][]string{{"vet", "."}, {"run", "."}} {
		if out, err := runIn(dir, command...); err != nil {
			t.Errorf("go %s: %v\n%s", command[0], err, out)
		}
	}
}

// randomPattern makes an expression of at most so many levels.
func randomPattern(r *rand.Rand, depth int) string {
	atoms := []string{"a", "b", "[ab]", "[^a]", ".", `\d`, `\s`, `\w`, "é", "[x-z]", "^", "$", "", `\.`, "(?i:b)", "[^\\x00]", `(?s:.)`}
	if depth == 0 {
		return atoms[r.IntN(len(atoms))]
	}
	sub := func() string { return randomPattern(r, depth-1) }
	switch r.IntN(7) {
	case 0:
		return "(?:" + sub() + "|" + sub() + ")"
	case 1:
		return "(" + sub() + ")" + []string{"*", "+", "?", "{2}", "{1,3}", "*?"}[r.IntN(6)]
	case 2:
		return "^" + sub() + "$"
	case 3, 4:
		return sub() + sub()
	case 5:
		return "^(?:" + sub() + ")"
	default:
		return sub()
	}
}
