package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestWorkedExample runs what CONTRIBUTING.md shows of the way from 1.0 to 1.1, and compares the output with the page.
func TestWorkedExample(t *testing.T) {
	const repo, spec = "../../../", "../shared/upstream/spec/1.1/schema.json"
	page, err := os.ReadFile(repo + "CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```console\n\\$ make update SPEC="+regexp.QuoteMeta(spec)+"\n(.*?)```").FindAllSubmatch(page, -1)
	if len(shown) != 2 {
		t.Fatalf("CONTRIBUTING.md shows %d runs of make update, not two", len(shown))
	}
	if _, err := os.Stat(repo + spec); err != nil {
		t.Skipf("needs ../shared, the official files: %v", err)
	}
	r := newRepository(t, "1.0")
	for i, run := range shown {
		out, err := r.update(repo+spec, "")
		if (err != nil) != (i == 0) {
			t.Fatalf("run %d: %v", i+1, err)
		}
		if err != nil {
			out += strings.ReplaceAll(err.Error(), r.root+"/", "") + "\n"
		}
		if !asShown(string(run[1])).MatchString(out) {
			t.Errorf("run %d prints\n%s\nbut the page shows\n%s", i+1, out, run[1])
		}
		r.write("schema/1.1/schema.json", embedded(t, "1.1", "schema.json"))
	}
}

// asShown makes a pattern of an output, in which three dots are the rest of a line or, alone on one, any lines.
func asShown(text string) *regexp.Regexp {
	pattern := regexp.QuoteMeta(text)
	pattern = strings.ReplaceAll(pattern, "\n"+`\.\.\.`+"\n", "\n(?:.*\n)*?")
	return regexp.MustCompile("^" + strings.ReplaceAll(pattern, `\.\.\.`, ".*") + "$")
}
