package stream

// Plan is a schema's tables for streams, for those who read them rather than have them printed as Go: the layer of
// interpret.go goes by it. Words that are not explained here are those of rules.go. Neither this file nor that one is
// emitted.
type Plan struct {
	EventTag string // the member that says what an event is
	Tag      string // the member that says whose event it is
	Folded   string
	Origin   string
	Events   map[string]*PlanEvent
	Shorts   []PlanShort
	Entities []PlanEntity
	Spaces   int // in which ids have senders; the last is that of calls
	// AuthorityKey and AuthorityMember are where a history says for which activities it speaks.
	AuthorityKey, AuthorityMember string

	EntryTag string // the member that says what a message is
	ID, Text string // members of messages
	Entries  map[string]*PlanEntry
	Calls    PlanCalls
	Activity struct{ Role, Type, Content string }
	Answer   string // the role of answers
	Question string // the member with the id of what a run asks
	Patch    struct{ Op, Path, From, Value string }
	Ops      []string
	Sealed   []string
}

// PlanEvent is what the tables say of an event.
type PlanEvent struct {
	Rules           []PlanRule      // the last one has no condition
	Members         map[string]bool // that the schema has
	ID, Other, Text string
	Role            string // the member that says which message it begins
	RoleOrDefault   string // what it has where it is absent
	Details         []PlanDetail
}

// PlanRule is a rule for the events whose Member is Value.
type PlanRule struct {
	Member, Value         string // both "" for all that no other rule is for
	Order, Lanes, Builds  string
	Entity, Parent, Short int
	Owners                []int
	Seeds, Kept           bool
}

// PlanDetail is what stands at a path of an event. Where Variant is set, it counts if the member Union is that variant, or
// absent.
type PlanDetail struct {
	Into                string // list, asked, waits, value, object, patch or name
	Path                []string
	Union, Tag, Variant string
}

// PlanShort is a shorthand, with the events that it stands for.
type PlanShort struct {
	Noun                string
	Start, Content, End string
	First, Same         []string
	Defaults            []*string
}

// PlanEntity is what is opened and closed.
type PlanEntity struct {
	Name, Noun string
	Owners     int
}

// PlanEntry is a message.
type PlanEntry struct {
	Members []string // in their order
	Space   int
	Text    bool // what ID's text is appended to may be a text
}

// PlanCalls is what messages hold.
type PlanCalls struct {
	Role, List          string
	ID, Name, Arguments []string // paths
	Members             []string
	Empty               string // as JSON: a call with its constants and empty texts
}
