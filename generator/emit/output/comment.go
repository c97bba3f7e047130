package output

import (
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// width is how long a line of a comment may be, without its indentation and slashes.
const width = 100

// Comment turns a description into the lines of a comment that starts with id. A description that begins with the
// wire name has it replaced; any other follows a colon. All white space is folded and control characters are dropped,
// so no text can end the comment, start a directive, a heading, a list or a deprecation notice.
func Comment(id, wire, text string) []string {
	words := strings.Fields(strings.Map(printable, text))
	switch {
	case len(words) == 0:
		words = []string{id, "has", "no", "description", "in", "the", "schema."}
	case words[0] == wire || words[0] == id:
		words[0] = id
	default:
		words = append([]string{id + ":"}, words...)
	}
	return wrap(words)
}

// FieldComment is comment for a struct field, whose text stands as it is where it cannot be taken for something else.
func FieldComment(id, wire, text string) []string {
	words := strings.Fields(strings.Map(printable, text))
	if len(words) == 0 {
		return nil
	}
	if !unicode.IsLetter([]rune(words[0])[0]) || strings.HasSuffix(words[0], ":") {
		return Comment(id, wire, text)
	}
	return wrap(words)
}

func printable(c rune) rune {
	if unicode.IsControl(c) || unicode.Is(unicode.Cf, c) || unicode.IsSpace(c) {
		return ' '
	}
	return c
}

// wrap breaks words into lines. A word that gofmt would take for the start of a list or heading stays behind another.
func wrap(words []string) []string {
	var lines []string
	line := words[0]
	for _, w := range words[1:] {
		starts := unicode.IsLetter([]rune(w)[0]) || strings.ContainsAny(w[:1], `"'([`)
		if len(line)+1+len(w) > width && starts {
			lines = append(lines, line)
			line = w
			continue
		}
		line += " " + w
	}
	return append(lines, line)
}

// Remark is one line of a comment. The slashes are ours, so the text cannot be taken for a directive.
func Remark(line string) *jen.Statement {
	if line == "" {
		return jen.Comment("//")
	}
	return jen.Comment("// " + line)
}

// Comments makes a comment of lines, one // each.
func Comments(lines ...string) *jen.Statement {
	s := jen.Null()
	for i, line := range lines {
		if i > 0 {
			s.Line()
		}
		s.Add(Remark(line))
	}
	return s
}

// Noted puts what annotations say behind a comment: paragraphs of their own.
func Noted(lines []string, notes model.Notes) []string {
	paragraph := func(text string) {
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, WrapText(strings.Map(printable, text))...)
	}
	switch n := len(notes.Examples); {
	case n == 1:
		paragraph("Example: " + notes.Examples[0])
	case n > 1:
		paragraph("Examples: " + strings.Join(notes.Examples, ", "))
	}
	if notes.Deprecated {
		paragraph("Deprecated: The schema marks it as deprecated.")
	}
	return lines
}

// WrapText breaks a text into lines.
func WrapText(s string) []string { return wrap(strings.Fields(s)) }
