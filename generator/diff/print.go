package diff

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// shown is how many lines of API differences an item has; the JSON form has all.
const shown = 6

// Formats are the forms that a report has.
var Formats = []string{"text", "markdown", "json"}

// Print writes the report in one of Formats.
func (r *Report) Print(format string) (string, error) {
	switch format {
	case "text":
		return r.text(), nil
	case "markdown":
		return r.markdown(), nil
	case "json":
		return r.json()
	}
	return "", fmt.Errorf("there is no format %q: it is one of %s", format, strings.Join(Formats, ", "))
}

func (r *Report) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s → %s\nWire: %s. Go: %s.\n", oneLine(r.Old.ID), oneLine(r.New.ID), r.Wire, r.Go)
	for _, s := range r.sections() {
		fmt.Fprintf(&b, "\n%s\n", s.title)
		for _, it := range s.items {
			wrap(&b, "  - ", "    ", it.line(show))
			for _, line := range it.apiLines() {
				wrap(&b, "      Go: ", "        ", line)
			}
		}
	}
	fmt.Fprintf(&b, "\n%s\n", r.footer())
	return b.String()
}

// oneLine keeps an address or a line of Go on one line.
func oneLine(s string) string {
	if strings.ContainsFunc(s, func(c rune) bool { return !strconv.IsPrint(c) }) {
		return quote(s)
	}
	return s
}

// width is where a line of text is broken.
const width = 100

// wrap writes words on lines of at most width, if they fit.
func wrap(b *strings.Builder, first, rest, text string) {
	line := first
	for i, word := range strings.Fields(text) {
		if i > 0 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			b.WriteString(line + "\n")
			line = rest + word
			continue
		}
		if i > 0 {
			line += " "
		}
		line += word
	}
	b.WriteString(line + "\n")
}

// line is the item in a sentence: what, where, and what it breaks.
func (it *item) line(name func(string) string) string {
	line, where := sentence(it.change, name), it.where(name)
	switch it.change.Kind {
	case RootChanged, DefinitionRenamed:
	case DefinitionAdded, DefinitionRemoved:
		line += ": " + where
	default:
		if len(it.definitions) == 1 {
			line = where + ": " + line
		} else {
			line += ", in " + where
		}
	}
	if b := breaks(it.change); b != "" {
		line += " [" + b + "]"
	}
	return line
}

func (it *item) apiLines() []string {
	if len(it.api) <= shown {
		return it.api
	}
	return append(it.api[:shown-1:shown-1], fmt.Sprintf("and %d more", len(it.api)-shown+1))
}

// footer is what has no line of its own.
func (r *Report) footer() string {
	text := "No description changed."
	if r.Descriptions > 0 {
		text = count(r.Descriptions, "description") + " changed."
	}
	if len(r.Changes) == 0 {
		text = "No definition changed. " + text
	}
	if !r.Binary {
		text += " The binary encoding was not compared: a side has no .proto files."
	}
	if r.oneTable {
		text += " The streams were not compared: one side has no stream-map.txt."
	}
	return text
}

func (r *Report) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s → %s\n\n", code(r.Old.Version), code(r.New.Version))
	fmt.Fprintf(&b, "| | |\n| --- | --- |\n| Old | %s |\n| New | %s |\n| Wire | **%s** |\n| Go | **%s** |\n",
		code(r.Old.ID), code(r.New.ID), r.Wire, r.Go)
	for _, s := range r.sections() {
		fmt.Fprintf(&b, "\n### %s\n\n", s.title)
		for _, it := range s.items {
			fmt.Fprintf(&b, "- %s\n", escape(it.line(code)))
			for _, line := range it.apiLines() {
				fmt.Fprintf(&b, "  - Go: %s\n", code(line))
			}
		}
	}
	fmt.Fprintf(&b, "\n%s\n", r.footer())
	return b.String()
}

// code is a code span, in a table too.
func code(s string) string {
	s = strings.ReplaceAll(oneLine(s), "|", `\|`)
	if strings.Contains(s, "`") {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}

// escape keeps markdown from reading its own signs, where they are not in a code span.
func escape(line string) string {
	var b strings.Builder
	for i, part := range spans.Split(line, -1) {
		if i > 0 {
			b.WriteString(spans.FindAllString(line, -1)[i-1])
		}
		b.WriteString(signs.Replace(part))
	}
	return b.String()
}

var (
	spans = regexp.MustCompile("`` .*? ``|`[^`]*`")
	signs = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "<", "&lt;", "&", "&amp;", "[", `\[`, "]", `\]`, "|", `\|`)
)

func (r *Report) json() (string, error) {
	if r.Changes == nil {
		r.Changes = []Change{}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(r)
	return b.String(), err
}
