package stream

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

type phase uint8

const (
	beforeRuns phase = iota
	inRun
	afterFinish
	afterError
)

// Verifier checks the order of a stream's events. It stores the ids of a run with their senders, at most 200
// bytes for each.
type Verifier struct {
	// Draft adds the rules of the coming version of the protocol: the end of a run has the ids of its start, all runs
	// belong to one thread, and the interrupts of a run have different ids.
	Draft bool

	index  int
	phase  phase
	opened int
	open   []map[opening]int // for each entity: when it was opened
	owners []map[string]*string
	begun  map[string]bool // what starts once in a run: true while it is active

	lastID      string // of the entity continued or opened last
	lastEntity  int    // plus 1
	run, thread string
	anyThread   bool
	details     details
	f           facts
}

// opening identifies an open entity. It includes the sender, because steps of two senders may have the same
// name.
type opening struct {
	id     string
	tag    string
	tagged bool
}

// Verify returns an *OrderError for an event out of order, which the Verifier then ignores.
func (v *Verifier) Verify(e xItem) error {
	f := &v.f
	look(e, f)
	r := f.rule
	if r == nil {
		v.index++
		return nil
	}
	if r.order == continues && f.tag == nil && v.phase == inRun && r.entity+1 == v.lastEntity && *f.id == v.lastID {
		v.lastID = *f.id // the same text, and often at the same place, where it is compared at once
		v.index++
		return nil
	}
	if err := v.gate(r); err != nil {
		return err
	}
	f.id, f.other, f.tag = shortened(f.id), shortened(f.other), shortened(f.tag)
	if err := v.event(r, e); err != nil {
		return err
	}
	v.index++
	return nil
}

// End returns an *OrderError if the stream cannot end here: before its first run, or within a run.
func (v *Verifier) End() error {
	if v.phase == afterFinish || v.phase == afterError {
		return nil
	}
	return &OrderError{v.index, "", RuleUnfinished, v.run, "the stream ended without the end of a run"}
}

func (v *Verifier) fail(rule Rule, id *string, format string, args ...any) error {
	kind := v.f.rule.kind
	return &OrderError{v.index, kind, rule, strings.Clone(deref(id)), string(kind) + fmt.Sprintf(format, args...)}
}

// gate checks the event against the state of the run.
func (v *Verifier) gate(r *rule) error {
	switch {
	case v.phase == afterError && r.order != begins:
		return v.fail(RuleAfterError, nil, " cannot come after a run has failed: only a new run can follow")
	case v.phase == afterFinish && r.order != begins && r.order != fails:
		return v.fail(RuleAfterFinish, nil, " cannot come after a run has finished: start a new run first")
	case v.phase == beforeRuns && r.order != begins && r.order != fails:
		return v.fail(RuleFirst, nil, " cannot be first: a stream begins with the start of a run")
	case v.phase == inRun && r.order == begins:
		return v.fail(RuleRunOpen, nil, " cannot come while a run is open: end that one first")
	}
	return nil
}

func (v *Verifier) event(r *rule, e xItem) error {
	switch r.order {
	case begins:
		return v.begin(r, e)
	case ends:
		if err := v.finish(e); err != nil {
			return err
		}
		v.phase = afterFinish
	case fails:
		v.phase = afterError
	case opens:
		return v.openEntity(r)
	case continues, closes:
		return v.goOn(r)
	case mints:
		v.mint(r)
	case of:
		return v.agree(r.owners...)
	case replaces:
		v.seed(e, true)
	case starts:
		return v.start(r)
	case stops:
		return v.stop(r)
	}
	return nil
}

func (v *Verifier) begin(r *rule, e xItem) error {
	if v.Draft && v.anyThread && deref(v.f.other) != v.thread {
		return v.fail(RuleThread, v.f.other, ": the run is of thread %s, the stream of %s", quote(deref(v.f.other)), quote(v.thread))
	}
	v.phase, v.lastEntity, v.anyThread = inRun, 0, true
	v.run, v.thread = strings.Clone(deref(v.f.id)), strings.Clone(deref(v.f.other))
	v.open = make([]map[opening]int, len(entities))
	v.owners = make([]map[string]*string, ownerSpaces)
	v.begun = nil
	if r.seeds {
		v.seed(e, false)
	}
	return nil
}

// finish checks that nothing is open.
func (v *Verifier) finish(e xItem) error {
	for i, open := range v.open {
		if len(open) == 0 {
			continue
		}
		id, list := opened(open)
		return v.fail(RuleStillOpen, &id, " cannot come while %s is open: %s", article(entities[i].noun), list)
	}
	if !v.Draft {
		return nil
	}
	if id, thread := deref(v.f.id), deref(v.f.other); id != v.run || thread != v.thread {
		return v.fail(RuleRunID, v.f.id, ": it is about run %s of thread %s, but the run is %s of thread %s",
			quote(id), quote(thread), quote(v.run), quote(v.thread))
	}
	detail(e, &v.details)
	seen := map[string]bool{}
	for i := range v.details.asked {
		id := questionID(&v.details.asked[i])
		if seen[id] {
			return v.fail(RuleDuplicateID, &id, " asks twice with the id %s", quote(id))
		}
		seen[id] = true
	}
	return nil
}

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// opened returns the id that was opened first, and a list of a few ids in the order of their opening, for an
// error message.
func opened(open map[opening]int) (first, list string) {
	const most = 10
	type place struct {
		seq int
		id  string
	}
	var few []place // the first ones, however many there are
	for o, seq := range open {
		if len(few) == most && seq > few[most-1].seq {
			continue
		}
		at, _ := slices.BinarySearchFunc(few, seq, func(p place, seq int) int { return p.seq - seq })
		few = slices.Insert(few, at, place{seq, o.id})
		few = few[:min(len(few), most)]
	}
	var b strings.Builder
	for i, p := range few {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quote(p.id))
	}
	if more := len(open) - len(few); more > 0 {
		fmt.Fprintf(&b, " and %d more", more)
	}
	return few[0].id, b.String()
}

func (v *Verifier) opening(ent *entity) opening {
	o := opening{id: *v.f.id}
	if ent.owners < 0 && v.f.tag != nil {
		o.tag, o.tagged = *v.f.tag, true
	}
	return o
}

func (v *Verifier) openEntity(r *rule) error {
	ent := &entities[r.entity]
	o := v.opening(ent)
	if _, is := v.open[r.entity][o]; is {
		return v.fail(RuleAlreadyOpen, v.f.id, ": %s %s is open already: end it first", ent.noun, quote(o.id))
	}
	if ent.owners >= 0 {
		if err := v.own(r, ent); err != nil {
			return err
		}
	}
	if v.open[r.entity] == nil {
		v.open[r.entity] = map[opening]int{}
	}
	v.opened++
	o.id, o.tag = strings.Clone(o.id), strings.Clone(o.tag)
	v.open[r.entity][o] = v.opened
	v.lastID, v.lastEntity = o.id, r.entity+1
	return nil
}

// goOn checks a continuation or an end.
func (v *Verifier) goOn(r *rule) error {
	ent := &entities[r.entity]
	o := v.opening(ent)
	if _, is := v.open[r.entity][o]; !is {
		if ent.owners < 0 {
			for other := range v.open[r.entity] {
				if other.id == o.id {
					return v.fail(RuleOtherOwner, v.f.id, ": %s %s is open under another sender", ent.noun, quote(o.id))
				}
			}
		}
		return v.fail(RuleNotOpen, v.f.id, ": there is no open %s with the id %s: start it first", ent.noun, quote(o.id))
	}
	if ent.owners >= 0 {
		if err := v.agree(ent.owners); err != nil {
			return err
		}
	}
	if r.order == closes {
		delete(v.open[r.entity], o)
		v.lastEntity = 0
	} else {
		v.lastID, v.lastEntity = o.id, r.entity+1
	}
	return nil
}

func (v *Verifier) start(r *rule) error {
	noun, id := entities[r.entity].noun, *v.f.id
	if active, known := v.begun[id]; active {
		return v.fail(RuleAlreadyOpen, v.f.id, ": %s %s is active already", noun, quote(id))
	} else if known {
		return v.fail(RuleAlreadyFinished, v.f.id, ": %s %s has finished in this run", noun, quote(id))
	}
	if v.f.other != nil {
		if _, known := v.begun[*v.f.other]; !known {
			return v.fail(RuleUnknownParent, v.f.other, ": its parent %s has not started in this run", quote(*v.f.other))
		}
	}
	if v.begun == nil {
		v.begun = map[string]bool{}
	}
	if v.open[r.entity] == nil {
		v.open[r.entity] = map[opening]int{}
	}
	id = strings.Clone(id)
	v.opened++
	v.begun[id] = true
	v.open[r.entity][opening{id: id}] = v.opened
	return nil
}

func (v *Verifier) stop(r *rule) error {
	id := *v.f.id
	if !v.begun[id] {
		return v.fail(RuleNotOpen, v.f.id, ": there is no active %s with the id %s", entities[r.entity].noun, quote(id))
	}
	v.begun[id] = false
	delete(v.open[r.entity], opening{id: id})
	return nil
}

// Verified yields the events of in up to the first one out of order. Its error is the last pair. Verified checks the
// end of the stream too.
func Verified(in iter.Seq2[xItem, error]) iter.Seq2[xItem, error] {
	return func(yield func(xItem, error) bool) {
		var v Verifier
		for e, err := range in {
			if err == nil {
				err = v.Verify(e)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
		if err := v.End(); err != nil {
			yield(nil, err)
		}
	}
}
