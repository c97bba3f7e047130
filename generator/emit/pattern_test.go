package emit

import (
	"bytes"
	"fmt"
	"go/format"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
)

// knownPatterns are those that look at no character, or at few: code for them is easily left with unused variables.
var knownPatterns = []string{
	"^$", "^", "$", "x*", ".*", "a|", `\s*`, "", "^a", "a$", "^a$", "^.$", "^.{3}$", `^[\s\S]$`, `^[\s\S]+$`, `[\s\S]`,
	"^[a-z]+$", "^(?:/(?:[^~/]|~[01])*)*$", "a|b", "^(a|b)*c$", "[^a]", "^[^a]*$", "é", "(?i)k", "^\\x00", "$a", "a^",
}

// randomPattern writes an expression of the parts that automata are built from.
func randomPattern(r *rand.Rand, depth int) string {
	atoms := []string{"a", "b", "ab", ".", "[ab]", "[^a]", "[a-c]", `\s`, `\d`, "é", "^", "$", ""}
	if depth == 0 {
		return atoms[r.IntN(len(atoms))]
	}
	inner := func() string { return randomPattern(r, depth-1) }
	switch r.IntN(7) {
	case 0:
		return inner() + "|" + inner()
	case 1:
		return "(?:" + inner() + ")" + []string{"*", "+", "?", "{2}", "{1,3}"}[r.IntN(5)]
	case 2:
		return "^" + inner() + "$"
	default:
		return inner() + inner()
	}
}

// randomText writes a text of the characters that the patterns tell apart, and a few that they do not.
func randomText(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(7) {
		b.WriteRune([]rune("aabbc1 \né/~\u00adK\U0001f600")[r.IntN(14)])
	}
	return b.String()
}

// TestMatchersEqualRegexp compiles the functions of several hundred patterns, and compares what they say with package regexp.
func TestMatchersEqualRegexp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	texts := knownPatterns
	for len(texts) < 400 {
		texts = append(texts, randomPattern(r, 1+r.IntN(4)))
	}
	var source, table bytes.Buffer
	source.WriteString("package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"regexp\"\n\t\"strconv\"\n\t\"strings\"\n)\n")
	kept := 0
	for i, text := range texts {
		auto, err := compile(text)
		if err != nil {
			if i < len(knownPatterns) {
				t.Errorf("%q: %v", text, err)
			}
			continue // too many states
		}
		kept++
		p := pattern{fmt.Sprintf("matches%d", i), text, auto}
		fmt.Fprintf(&source, "%#v\n", jen.Add(p.match()))
		fmt.Fprintf(&table, "\t{%q, %s},\n", text, p.id)
	}
	if kept < 350 {
		t.Errorf("only %d of %d patterns became automata", kept, len(texts))
	}
	fmt.Fprintf(&source, "var matchers = []struct {\n\tpattern string\n\tmatch func(string) bool\n}{\n%s}\n", table.String())
	source.WriteString(matcherProgram)
	code, err := format.Source(source.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var inputs strings.Builder
	for range 300 {
		fmt.Fprintf(&inputs, "%q\n", randomText(r))
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module matchers\n\ngo 1.24\n")
	write("main.go", string(code))
	write("texts", inputs.String())
	for _, args := range [][]string{{"vet", "."}, {"run", ".", "texts"}} {
		c := exec.Command("go", args...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%.2000s", args[0], err, out)
		}
	}
}

// matcherProgram is what the test runs. It stands in the temporary module beside the matchers.
const matcherProgram = `
func main() {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	for _, m := range matchers {
		re := regexp.MustCompile(m.pattern)
		for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
			text, err := strconv.Unquote(line)
			if err != nil {
				panic(err)
			}
			if got, want := m.match(text), re.MatchString(text); got != want {
				fmt.Printf("%q on %q: %v, want %v\n", m.pattern, text, got, want)
				defer os.Exit(1)
			}
		}
	}
}
`

// FuzzMatcher holds the automaton itself, without the code printed from it, to package regexp.
func FuzzMatcher(f *testing.F) {
	for _, p := range knownPatterns {
		f.Add(p, "aab/~é")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 60 || len(text) > 100 {
			return
		}
		auto, err := compile(pattern)
		if err != nil {
			return
		}
		if got, want := auto.run(text), regexp.MustCompile(pattern).MatchString(text); got != want {
			t.Errorf("%q on %q: %v, want %v", pattern, text, got, want)
		}
	})
}

// run is what the printed function does.
func (a *automaton) run(text string) bool {
	at := 0
	for _, c := range text {
		for _, e := range a.states[at].edges {
			if e.low <= c && c <= e.high {
				at = e.to
				break
			}
		}
		switch at {
		case dead:
			return false
		case matched:
			return true
		}
	}
	return a.states[at].accepting
}
