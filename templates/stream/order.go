package stream

import (
	"fmt"
)

// Rule names a rule for the order of events.
type Rule string

// The rules of streams.
const (
	RuleAfterError      Rule = "after-error"      // after a failed run only a new run may start
	RuleAfterFinish     Rule = "after-finish"     // after a finished run only a new run may start, or the run may fail
	RuleFirst           Rule = "first"            // a stream begins with the start of a run, or with its failure
	RuleRunOpen         Rule = "run-open"         // a run cannot start while another one is open
	RuleAlreadyOpen     Rule = "already-open"     // an entity that is open cannot be opened again
	RuleNotOpen         Rule = "not-open"         // an entity that is not open can be neither continued nor closed
	RuleOtherOwner      Rule = "other-owner"      // an entity that one sender opened cannot be closed by another
	RuleStillOpen       Rule = "still-open"       // a run cannot finish while something is open
	RuleSender          Rule = "sender"           // all events about one id come from one sender
	RuleParentSender    Rule = "parent-sender"    // events within a message come from the message's sender
	RuleAlreadyFinished Rule = "already-finished" // an entity that finished in a run cannot start in it again
	RuleUnknownParent   Rule = "unknown-parent"   // a parent must have started in this run
	RuleUnfinished      Rule = "unfinished"       // a stream ends with the end of a run
	RuleRunID           Rule = "run-id"           // draft: the end of a run has the ids of its start
	RuleThread          Rule = "thread"           // draft: the runs of a stream belong to one thread
	RuleDuplicateID     Rule = "duplicate-id"     // draft: the interrupts of a run have different ids
)

// OrderError is the error for an event out of order.
type OrderError struct {
	Index   int   // of the event in the stream, from 0
	Type    xKind // of the event, "" at the end of the stream
	Rule    Rule
	ID      string // the id that breaks the rule; beyond 128 bytes it is shortened to those and a checksum
	Message string
}

func (e *OrderError) Error() string {
	if e.Type == "" {
		return fmt.Sprintf("after event %d: %s", e.Index, e.Message)
	}
	return fmt.Sprintf("event %d: %s", e.Index+1, e.Message)
}
