package write

import (
	"fmt"
	"strings"

	"github.com/aguigen/aguigen/generator/load"
)

// context is the number of unchanged lines around a change.
const context = 3

// Diff returns the changes as a unified diff from the folder to the files that it should contain.
func (c *Changes) Diff() string {
	var b strings.Builder
	for _, f := range c.Files {
		from, to := "a/"+f.Path, "b/"+f.Path
		if f.Missing() {
			from = "/dev/null"
		}
		if f.Stale() {
			to = "/dev/null"
		}
		fmt.Fprintf(&b, "--- %s\n+++ %s\n", from, to)
		unified(&b, lines(load.Unix(f.Old)), lines(f.New))
	}
	return b.String()
}

// lines keeps the line ends, so that a missing last one is a difference.
func lines(text []byte) []string {
	all := strings.SplitAfter(string(text), "\n")
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}

// edit is one line of a diff: ' ', '-' or '+', and how many lines of either side stand before it.
type edit struct {
	op       byte
	text     string
	old, new int
}

func unified(b *strings.Builder, old, new []string) {
	edits := edits(old, new)
	for start := nextChange(edits, 0); start < len(edits); {
		end := start + 1 // of the last change that is near enough to share the hunk
		next := nextChange(edits, end)
		for next < len(edits) && next-end <= 2*context {
			end = next + 1
			next = nextChange(edits, end)
		}
		hunk(b, edits[max(0, start-context):min(len(edits), end+context)])
		start = next
	}
}

func nextChange(edits []edit, from int) int {
	for from < len(edits) && edits[from].op == ' ' {
		from++
	}
	return from
}

func hunk(b *strings.Builder, edits []edit) {
	var olds, news int
	for _, e := range edits {
		if e.op != '+' {
			olds++
		}
		if e.op != '-' {
			news++
		}
	}
	fmt.Fprintf(b, "@@ -%s +%s @@\n", span(edits[0].old, olds), span(edits[0].new, news))
	for _, e := range edits {
		b.WriteByte(e.op)
		b.WriteString(e.text)
		if !strings.HasSuffix(e.text, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// span is "first,count"; an empty one is named by the line before it.
func span(before, count int) string {
	if count == 0 {
		return fmt.Sprintf("%d,0", before)
	}
	return fmt.Sprintf("%d,%d", before+1, count)
}

// edits walks both sides along the lines that they share.
func edits(old, new []string) []edit {
	match := matches(old, new)
	var out []edit
	j := 0
	for i, text := range old {
		if match[i] < 0 {
			out = append(out, edit{'-', text, i, j})
			continue
		}
		for ; j < match[i]; j++ {
			out = append(out, edit{'+', new[j], i, j})
		}
		out = append(out, edit{' ', text, i, j})
		j++
	}
	for ; j < len(new); j++ {
		out = append(out, edit{'+', new[j], len(old), j})
	}
	return out
}
