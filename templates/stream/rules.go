package stream

// rule is what the table says about an event: the words are explained there.
type rule struct {
	kind   xKind
	order  order
	entity int   // that it opens, continues, closes; -1 for none
	owners []int // name spaces in which its id has a sender; the first that knows it counts
	parent int   // the name space of the other id, -1 for none
	seeds  bool  // brings a history whose senders count where none are known
	kept   bool  // what is there already stays
	lanes  lanes
	short  int // which shorthand it is, -1 for none
	builds building
	adds   string // the member whose text it adds, "" for none
	joins  joining
	joined int // the entity that joins is about
}

// entity is what is opened and closed.
type entity struct {
	name, noun string
	owners     int // the name space of its sender, -1 where each sender has its own
}

// shorthand is an event that stands for a start, contents and an end.
type shorthand struct {
	noun     string
	missing  string // what to say where the first one lacks what it needs
	members  []string
	defaults []*string // what the start has where the shorthand is silent, for each member
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

// facts is what the layer tells of every event. Nothing in it may be written to.
type facts struct {
	rule  *rule   // nil for an event that this version does not know
	id    *string // of what the event is about
	other *string // the other id: a parent's, that of the answered call, a thread's
	tag   *string // whose event it is
	text  *string // what it adds to a text
	meta  xMeta
}

// details is what the layer tells of those events that build more than text.
type details struct {
	name   string // of a call, or an activity's type
	list   []xEntry
	value  []byte
	object xMeta // an activity's content
	patch  xOperations
	asked  []xQuestion
	waits  []string // calls that the end of a run names
}

// entryFacts is what the layer tells of a message.
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

// sender says whose something is, for messages.
func sender(tag *string) string {
	if tag == nil {
		return "the run's own agent"
	}
	return "subagent " + quote(*tag)
}

// quote quotes an id for a message, shortened.
func quote(s string) string {
	const most = 80
	if len(s) > most {
		s = s[:most] + "…"
	}
	return `"` + s + `"`
}
