package stream

import (
	"fmt"
	"strings"
)

// Resume returns the answers to what a run asked, in the order in which it asked. Each is to be answered, and nothing
// else; only an answer that says yes may carry a payload.
func Resume(asked []xQuestion, answers map[string]xAnswer) ([]xAnswer, error) {
	list := make([]xAnswer, 0, len(asked))
	known := make(map[string]bool, len(asked))
	var missing []string
	for i := range asked {
		id := questionID(&asked[i])
		known[id] = true
		a, is := answers[id]
		if !is {
			missing = append(missing, quote(id))
			continue
		}
		list = append(list, answerTo(id, a))
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("nothing answers %s: all that was asked is to be answered at once", strings.Join(missing, ", "))
	}
	for id := range answers {
		if !known[id] {
			return nil, fmt.Errorf("%s was not asked", quote(id))
		}
	}
	return list, nil
}

// PlainText returns the text of a content: all of it, or its text parts one after the other.
func PlainText(c xWords) string {
	text, parts := plainText(c)
	if parts == nil {
		return text
	}
	return strings.Join(parts, "")
}
