package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// block is a fenced code block.
type block struct {
	line     int // of its first fence
	language string
	text     string
	skip     string // the reason
	dry      bool
	app      bool
	exit     int
	save     string
	serve    string // a port
	given    []string
}

// repository is the root of the repository.
var repository = filepath.Join("..", "..")

// documents are the files that are executed, relative to the repository.
func documents(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(repository, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"README.md", "CONTRIBUTING.md", "RELEASING.md"}
	for _, path := range found {
		names = append(names, filepath.Join("docs", filepath.Base(path)))
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(repository, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

const marker = "<!-- block: "

// parse returns the code blocks of a document. Code that only its indentation marks is an error, as is a marker without a
// block: nothing is left out silently.
func parse(document string) ([]block, error) {
	var blocks []block
	var next block
	marked, before := false, ""
	lines := strings.Split(document, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		fence := strings.TrimLeft(line, " ")
		switch {
		case strings.HasPrefix(fence, "```"):
			next.line, next.language = i+1, strings.TrimSpace(strings.TrimLeft(fence, "`"))
			end := i + 1
			for end < len(lines) && strings.TrimSpace(lines[end]) != "```" {
				end++
			}
			if end == len(lines) {
				return nil, fmt.Errorf("line %d: the block has no end", i+1)
			}
			next.text = unindent(lines[i+1:end], len(line)-len(fence))
			blocks = append(blocks, next)
			next, marked, i = block{}, false, end
		case marked && strings.TrimSpace(line) != "":
			return nil, fmt.Errorf("line %d: the marker before has no block", i+1)
		case strings.HasPrefix(fence, marker):
			marked = true
			if err := next.mark(fence); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		case strings.HasPrefix(line, "    ") && before == "":
			return nil, fmt.Errorf("line %d: is this code? Put it between fences", i+1)
		}
		before = strings.TrimSpace(line)
	}
	return blocks, nil
}

func unindent(lines []string, n int) string {
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(strings.TrimPrefix(line, strings.Repeat(" ", n)) + "\n")
	}
	return text.String()
}

// mark reads a marker.
func (b *block) mark(line string) error {
	words, ok := strings.CutSuffix(strings.TrimPrefix(line, marker), "-->")
	if !ok {
		return fmt.Errorf("the marker has no end in its line")
	}
	for word := range strings.SplitSeq(words, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(word), " ")
		switch {
		case value == "":
			return fmt.Errorf("%q says nothing: see doc.go", name)
		case name == "skip":
			b.skip = value
		case name == "dry":
			b.dry = true
		case name == "in" && value == "app":
			b.app = true
		case name == "save" && filepath.IsLocal(value):
			b.save = value
		case name == "serve" && strings.Trim(value, "0123456789") == "":
			b.serve = value
		case name == "given":
			b.given = append(b.given, value)
		case name == "exit":
			if _, err := fmt.Sscan(value, &b.exit); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%q is no marker: see doc.go", name+" "+value)
		}
	}
	return nil
}

func TestParse(t *testing.T) {
	blocks, err := parse("a\n\n```sh\nls\n```\n<!-- block: in app; exit 1; given x int -->\n\n- b\n")
	if err == nil {
		t.Errorf("a marker without block returns %v", blocks)
	}
	blocks, err = parse("a\n\n<!-- block: in app; exit 1; given x int -->\n  ```go\n  x\n    y\n  ```\n\n```\nz\n```\n")
	if err != nil || len(blocks) != 2 {
		t.Fatal(blocks, err)
	}
	if b := blocks[0]; b.line != 4 || b.language != "go" || b.text != "x\n  y\n" || !b.app || b.exit != 1 || b.given[0] != "x int" {
		t.Errorf("got %+v", b)
	}
	for _, wrong := range []string{"a\n\n    ls\n", "```sh\nls\n", "<!-- block: skip -->\n```\n```\n", "<!-- block: run it -->\n```\n```\n"} {
		if blocks, err := parse(wrong); err == nil {
			t.Errorf("%q returns %+v", wrong, blocks)
		}
	}
}
