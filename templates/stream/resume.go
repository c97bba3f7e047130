package stream

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Resume returns the answers to the interrupts of a run, in the order of the interrupts. Every interrupt needs an
// answer and every answer an interrupt. Only a resolved answer may have a payload, and an expired interrupt can only be
// cancelled.
func Resume(asked []xQuestion, answers map[string]xAnswer) ([]xAnswer, error) {
	return answered(asked, answers)
}

func answered(asked []xQuestion, answers map[string]xAnswer) ([]xAnswer, error) {
	list := make([]xAnswer, 0, len(asked))
	known := make(map[string]bool, len(asked))
	var missing []string
	for i := range asked {
		q := &asked[i]
		id := questionID(q)
		known[id] = true
		a, is := answers[id]
		if !is {
			missing = append(missing, quote(id))
			continue
		}
		if isResolved(a) && expired(expiryOf(q), time.Now()) {
			return nil, fmt.Errorf("%s expired at %s: it can only be cancelled", quote(id), quote(*expiryOf(q)))
		}
		list = append(list, answerTo(id, a))
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("nothing answers %s: all that was asked is to be answered at once", strings.Join(missing, ", "))
	}
	for _, id := range slices.Sorted(maps.Keys(answers)) {
		if !known[id] {
			return nil, fmt.Errorf("%s was not asked", quote(id))
		}
	}
	return list, nil
}

// expired reports whether a time has passed. A time that cannot be parsed never expires.
func expired(at *string, now time.Time) bool {
	if at == nil {
		return false
	}
	t, err := time.Parse(time.RFC3339, *at)
	return err == nil && !t.After(now)
}

// PlainText returns the text of a content, or its text parts joined.
func PlainText(c xWords) string {
	text, parts := plainText(c)
	if parts == nil {
		return text
	}
	return strings.Join(parts, "")
}
