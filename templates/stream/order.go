package stream

import (
	"fmt"
)

// Rule names a rule for the order of events.
type Rule string

// The rules of streams.
const (
	RuleAfterError      Rule = "after-error"      // after a failed run only a new one may follow
	RuleAfterFinish     Rule = "after-finish"     // after a finished run only a new one may follow, or its failure
	RuleFirst           Rule = "first"            // a stream begins with a run, or with its failure
	RuleRunOpen         Rule = "run-open"         // a run cannot begin while another one is open
	RuleAlreadyOpen     Rule = "already-open"     // what is open cannot be opened
	RuleNotOpen         Rule = "not-open"         // what is not open can neither go on nor end
	RuleOtherOwner      Rule = "other-owner"      // what one sender opened, another cannot close
	RuleStillOpen       Rule = "still-open"       // a run cannot finish while something is open
	RuleSender          Rule = "sender"           // all events about one id come from one sender
	RuleParentSender    Rule = "parent-sender"    // what is within a message comes from the message's sender
	RuleAlreadyFinished Rule = "already-finished" // what finished in a run cannot start in it again
	RuleUnknownParent   Rule = "unknown-parent"   // a parent must have started in this run
	RuleUnfinished      Rule = "unfinished"       // a stream ends with the end of a run
	RuleRunID           Rule = "run-id"           // of drafts: the end of a run has the ids of its start
	RuleThread          Rule = "thread"           // of drafts: the runs of a stream are of one thread
	RuleDuplicateID     Rule = "duplicate-id"     // of drafts: what a run asks has ids of its own
)

// OrderError is the error for an event out of order.
type OrderError struct {
	Index   int   // of the event in the stream, from 0
	Type    xKind // of the event, "" at the end of the stream
	Rule    Rule
	ID      string // of what the rule is about; of one longer than 128 bytes those, and a checksum
	Message string
}

func (e *OrderError) Error() string {
	if e.Type == "" {
		return fmt.Sprintf("after event %d: %s", e.Index, e.Message)
	}
	return fmt.Sprintf("event %d: %s", e.Index+1, e.Message)
}
