package stream

import (
	"fmt"
	"strings"
)

// Resume returns the answers to the interrupts of a run, in their order. Every interrupt needs an answer and every
// answer an interrupt; only a resolved one may have a payload.
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

// PlainText returns the text of a content: its text, or its text parts joined.
func PlainText(c xWords) string {
	text, parts := plainText(c)
	if parts == nil {
		return text
	}
	return strings.Join(parts, "")
}
