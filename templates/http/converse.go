package http

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	aguistream "github.com/aguigen/aguigen/templates/stream"
)

// Converse applies the events of every run to a conversation. If the last run left questions open, the next input must
// answer all of them, and can only decline those that have expired; otherwise the run is not started and the error says
// why. Events are passed on unchanged. A Conversation is not safe for concurrent use, so run one at a time.
func Converse(c *aguistream.Conversation) Middleware {
	return func(next Agent) Agent {
		return sequence(func(ctx context.Context, in *xRequest) iter.Seq2[xItem, error] {
			return func(yield func(xItem, error) bool) {
				if err := unanswered(askedOf(c), answersOf(in), time.Now()); err != nil {
					yield(nil, err)
					return
				}
				var x aguistream.Expander
				for e, err := range next.Run(ctx, in) {
					var list []xItem
					if err == nil {
						list, err = x.Expand(e)
					}
					if err != nil {
						yield(nil, err)
						return
					}
					for _, e := range list {
						c.Apply(e)
					}
					if !yield(e, nil) {
						return
					}
				}
			}
		})
	}
}

// question is an open question of a run.
type question struct {
	id      string
	expires *string
}

// unanswered returns an error that names the questions without a usable answer. The values of answers report
// whether a question was accepted.
func unanswered(asked []question, answers map[string]bool, now time.Time) error {
	var missing []string
	for _, q := range asked {
		yes, is := answers[q.id]
		if !is {
			missing = append(missing, fmt.Sprintf("%q", q.id))
			continue
		}
		if !yes || q.expires == nil {
			continue
		}
		if until, err := time.Parse(time.RFC3339, *q.expires); err == nil && !now.Before(until) {
			return fmt.Errorf("the run is not started: what was asked with the id %q expired at %s, so it can only be declined", q.id, *q.expires)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("the run is not started: nothing answers %s", strings.Join(missing, ", "))
	}
	return nil
}
