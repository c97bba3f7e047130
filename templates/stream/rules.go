package stream

// rule is the row of the table for an event. The emitted table explains the words.
type rule struct {
	kind   xKind
	order  order
	entity int   // the entity that it opens, continues or closes, or -1
	owners []int // name spaces in which its id has a sender; the first that knows it counts
	parent int   // the name space of the other id, or -1
	seeds  bool  // has a history whose senders count for ids without a known sender
	kept   bool  // an existing message is kept
	lanes  lanes
	short  int // the index of the shorthand, or -1
	builds building
	adds   string // the member whose text it appends to, or ""
	joins  joining
	joined int // the entity that joins is about
}

// entity is something that events open and close, such as a message.
type entity struct {
	name, noun string
	owners     int // the name space of its sender, -1 where each sender has its own
}

// shorthand is an event that replaces a start, contents and an end.
type shorthand struct {
	noun     string
	missing  string // the error if the first one lacks a required member
	members  []string
	defaults []*string // for each member, its value in the start if the shorthand lacks it
}

type order uint8

const (
	noOrder order = iota
	begins
	ends
	fails
	opens
	continues
	closes
	mints
	of
	replaces
	starts
	stops
)

type lanes uint8

const (
	noLanes lanes = iota
	ownLane
	allLanes
	taggedLane
)

type building uint8

const (
	noBuilding building = iota
	adds
	asks
	message
	text
	call
	args
	answer
	sealMessage
	sealCall
	setState
	patchState
	history
	setActivity
	patchActivity
)

type joining uint8

const (
	noJoining joining = iota
	first
	more
	last
	stateJoin
	edge
)

// facts is what the layer returns for every event. It must not be modified.
type facts struct {
	rule  *rule   // nil for an event that this version does not know
	id    *string // of the entity that the event is about
	other *string // the other id: a parent's, that of the answered call, a thread's
	tag   *string // the sender of the event
	text  *string // what it appends to a text
	meta  xMeta
}

// details is what the layer returns for events that build more than text.
type details struct {
	name   string // of a call, or an activity's type
	list   []xEntry
	value  []byte
	object xMeta // an activity's content
	patch  xOperations
	asked  []xQuestion
	waits  []string // calls that the end of a run names
}

// entryFacts is what the layer returns for a message.
type entryFacts struct {
	id    string
	space int // of its id's sender
	tag   *string
	known bool // false for one whose role this version does not know
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func same(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

// sender returns the name of a sender for error messages.
func sender(tag *string) string {
	if tag == nil {
		return "the run's own agent"
	}
	return "subagent " + quote(*tag)
}

// quote returns an id, shortened and quoted, for error messages.
func quote(s string) string {
	const most = 80
	if len(s) > most {
		s = s[:most] + "…"
	}
	return `"` + s + `"`
}
