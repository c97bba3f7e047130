package name

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words splits a wire name where its writer saw words: at capitals, at everything that is neither letter nor digit,
// but not before a digit. A name without any small letter ("MESSAGE_ID") is lowered; in others the writer's capitals
// stay. A name of symbols alone is spelled out, the empty one is "empty", so that the result is never empty.
func Words(s string) []string {
	words := split([]rune(s))
	if len(words) == 0 {
		return spell(s)
	}
	if !strings.ContainsFunc(s, unicode.IsLower) {
		for i, w := range words {
			words[i] = strings.ToLower(w)
		}
	}
	return words
}

func split(runes []rune) []string {
	var words []string
	start := -1 // of the current word, -1 between words
	for i, r := range runes {
		inWord := unicode.IsLetter(r) || unicode.IsDigit(r)
		if start >= 0 && (!inWord || breaksBefore(runes, i)) {
			words = append(words, string(runes[start:i]))
			start = -1
		}
		if inWord && start < 0 {
			start = i
		}
	}
	if start >= 0 {
		words = append(words, string(runes[start:]))
	}
	return words
}

// breaksBefore says whether a capital at i starts a word although a letter or digit stands before it: after anything
// but a capital (message|Id), and as the last capital of a run that goes on in small letters (HTTP|Server). The small
// s of a plural (IDs) does not count as going on.
func breaksBefore(runes []rune, i int) bool {
	if !unicode.IsUpper(runes[i]) {
		return false
	}
	if !unicode.IsUpper(runes[i-1]) {
		return true
	}
	small := func(i int) bool { return i < len(runes) && unicode.IsLower(runes[i]) }
	plural := small(i+1) && runes[i+1] == 's' && !small(i+2)
	return small(i+1) && !plural
}

var symbols = map[rune]string{
	'!': "not", '"': "quote", '#': "hash", '$': "dollar", '%': "percent", '&': "and", '\'': "apostrophe", '(': "open",
	')': "close", '*': "star", '+': "plus", ',': "comma", '-': "minus", '.': "dot", '/': "slash", ':': "colon",
	';': "semicolon", '<': "less", '=': "equal", '>': "greater", '?': "question", '@': "at", '\\': "backslash",
	'^': "caret", '_': "underscore", '`': "backtick", '|': "or", '~': "tilde", ' ': "space",
}

// spell names each symbol of a value that has no letter and no digit: "<=" becomes "less", "equal".
func spell(s string) []string {
	if s == "" {
		return []string{"empty"}
	}
	var words []string
	for _, r := range s {
		word, ok := symbols[r]
		if !ok {
			word = fmt.Sprintf("u%04x", r)
		}
		words = append(words, word)
	}
	return words
}

// style writes words as Go identifiers.
type style struct {
	initialisms map[string]string // lowered → as written
	used        map[string]bool   // the lowered ones that some word met
}

// exported joins words to an exported identifier. A first letter without a capital takes an X in front: "2d" becomes
// "X2d".
func (s *style) exported(words []string) string {
	id := s.join("", words)
	if first, _ := utf8.DecodeRuneInString(id); !unicode.IsUpper(first) {
		return "X" + id
	}
	return id
}

// unexported joins words to an identifier that starts small: "urlSource".
func (s *style) unexported(words []string) string {
	s.word(words[0]) // counts as use of an initialism
	id := s.join(strings.ToLower(words[0]), words[1:])
	if first, _ := utf8.DecodeRuneInString(id); !unicode.IsLetter(first) || unicode.IsUpper(first) {
		return "x" + id
	}
	return id
}

// join appends words to prefix. Digits that would run together are kept apart by "_": "1.0" is not "10".
func (s *style) join(prefix string, words []string) string {
	id := prefix
	for _, w := range words {
		last, _ := utf8.DecodeLastRuneInString(id)
		first, _ := utf8.DecodeRuneInString(w)
		if unicode.IsDigit(last) && unicode.IsDigit(first) {
			id += "_"
		}
		id += s.word(w)
	}
	return id
}

// word writes one word: an initialism in capitals, its plural with a small s, others with a capital in front.
func (s *style) word(w string) string {
	low := strings.ToLower(w)
	if known, ok := s.initialisms[low]; ok {
		s.used[low] = true
		return known
	}
	if stem, ok := strings.CutSuffix(low, "s"); ok {
		if known, ok := s.initialisms[stem]; ok {
			s.used[stem] = true
			return known + "s"
		}
	}
	first, size := utf8.DecodeRuneInString(w)
	return string(unicode.ToUpper(first)) + w[size:]
}
