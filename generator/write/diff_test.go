package write

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func diffOf(old, new string) string {
	var b strings.Builder
	unified(&b, lines([]byte(old)), lines([]byte(new)))
	return b.String()
}

func TestDiff(t *testing.T) {
	c := &Changes{Files: []Change{
		{Path: "p/gone.go", Old: []byte("a\n")},
		{Path: "p/is.go", Old: []byte("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n"), New: []byte("1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n11\n12\nend")},
		{Path: "p/new.go", New: []byte("b\nc\n")},
	}}
	want := `--- a/p/gone.go
+++ /dev/null
@@ -1,1 +0,0 @@
-a
--- a/p/is.go
+++ b/p/is.go
@@ -2,7 +2,7 @@
 2
 3
 4
-5
+five
 6
 7
 8
@@ -10,3 +10,4 @@
 10
 11
 12
+end
\ No newline at end of file
--- /dev/null
+++ b/p/new.go
@@ -0,0 +1,2 @@
+b
+c
`
	if got := c.Diff(); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestDiffIsShort(t *testing.T) {
	var old, new strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&old, "line %d\n}\n", i)
		fmt.Fprintf(&new, "line %d\n}\n", i)
		if i == 10000 {
			new.WriteString("}\n\nfunc f() {\n")
		}
	}
	if got := strings.Count(diffOf(old.String(), new.String()), "\n"); got != 1+3+6 {
		t.Errorf("%d lines", got)
	}
}

// Stretches beyond the bound, with few lines that are unique: right, if not shortest.
func TestDiffIsBounded(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	side := func() []string {
		out := make([]string, 50000)
		for i := range out {
			out[i] = fmt.Sprintln(r.IntN(50))
		}
		return out
	}
	checkEdits(t, side(), side())
}

// checkEdits rebuilds both sides from the edits.
func checkEdits(t *testing.T, old, new []string) {
	t.Helper()
	var o, n []string
	for _, e := range edits(old, new) {
		if e.old != len(o) || e.new != len(n) {
			t.Fatalf("edit %+v stands after %d and %d lines", e, len(o), len(n))
		}
		if e.op != '+' {
			o = append(o, e.text)
		}
		if e.op != '-' {
			n = append(n, e.text)
		}
	}
	if strings.Join(o, "") != strings.Join(old, "") || strings.Join(n, "") != strings.Join(new, "") {
		t.Errorf("the edits of %q and %q do not give them back", old, new)
	}
}

func FuzzDiff(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nc\nb\n")
	f.Add("", "x")
	f.Add("a\na\na\n", "a\na")
	f.Fuzz(func(t *testing.T, old, new string) { checkEdits(t, lines([]byte(old)), lines([]byte(new))) })
}

// The patch program must understand the diff.
func TestPatchApplies(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("needs the program patch")
	}
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 20 {
		var old, new strings.Builder
		for i := range 60 {
			line := fmt.Sprintf("%d\n", i%(5+round))
			if r.IntN(10) > 0 {
				old.WriteString(line)
			}
			if r.IntN(10) > 0 {
				new.WriteString(line)
			}
		}
		new.WriteString("end")
		dir := t.TempDir()
		name := filepath.Join(dir, "f")
		if err := os.WriteFile(name, []byte(old.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		c := Changes{Files: []Change{{Path: "f", Old: []byte(old.String()), New: []byte(new.String())}}}
		cmd := exec.Command(patch, "-p1", "--no-backup-if-mismatch")
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(c.Diff())
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s\n%s", err, out, c.Diff())
		}
		if got, _ := os.ReadFile(name); string(got) != new.String() {
			t.Fatalf("got %q\nwant %q", got, new.String())
		}
	}
}
