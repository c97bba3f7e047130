package stream

// Plan holds a schema's tables for streams, for callers that interpret them instead of generating Go: the layer in
// interpret.go uses it. For words that are not explained here, see rules.go. Neither this file nor interpret.go is
// emitted.
type Plan struct {
	EventTag string // the member that holds the type of an event
	Tag      string // the member that names the sender of an event
	Folded   string
	Origin   string
	Events   map[string]*PlanEvent
	Shorts   []PlanShort
	Entities []PlanEntity
	Spaces   int // the number of name spaces in which ids have senders; the last one is that of calls
	// AuthorityKey and AuthorityMember are the members in which a history names the activities that it
	// covers.
	AuthorityKey, AuthorityMember string

	EntryTag string // the member that holds the role of a message
	ID, Text string // members of messages
	Entries  map[string]*PlanEntry
	Calls    PlanCalls
	Activity struct{ Role, Type, Content string }
	Answer   string // the role of answers
	Question string // the member with the id of an interrupt
	Patch    struct{ Op, Path, From, Value string }
	Ops      []string
	Sealed   []string
}

// PlanEvent describes an event.
type PlanEvent struct {
	Rules           []PlanRule      // the last one has no condition
	Members         map[string]bool // that the schema has
	ID, Other, Text string
	Role            string // the member with the role of the message that it begins
	RoleOrDefault   string // the role if that member is absent
	Details         []PlanDetail
}

// PlanRule is a rule for the events whose Member is Value.
type PlanRule struct {
	Member, Value         string // both "" for the rule of all other events
	Order, Lanes, Builds  string
	Entity, Parent, Short int
	Owners                []int
	Seeds, Kept           bool
}

// PlanDetail describes the value at a path of an event. If Variant is set, it applies only if the member Union is that
// variant or absent.
type PlanDetail struct {
	Into                string // list, asked, waits, value, object, patch or name
	Path                []string
	Union, Tag, Variant string
}

// PlanShort describes a shorthand and the events that it expands to.
type PlanShort struct {
	Noun                string
	Start, Content, End string
	First, Same         []string
	Defaults            []*string
}

// PlanEntity describes an entity, which is opened and closed.
type PlanEntity struct {
	Name, Noun string
	Owners     int
}

// PlanEntry describes a message.
type PlanEntry struct {
	Members []string // in their order
	Space   int
	Text    bool // what ID's text is appended to may be a text
}

// PlanCalls describes the calls in messages.
type PlanCalls struct {
	Role, List          string
	ID, Name, Arguments []string // paths
	Members             []string
	Empty               string // as JSON: a call with its constants and empty texts
}
