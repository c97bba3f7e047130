package stream

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// This file replaces the emitted layer in tests. In emitted code the names that begin with x are types of the
// schema's package. The small protocol here has runs, notes that are opened, continued and closed, also by a
// shorthand, a state, and a history.
type (
	xKind    string
	xMeta    = map[string]json.RawMessage
	xItem    = *happening
	xEntry   = *remark
	xRequest struct {
		Thread, Run string
		Messages    []xEntry
		State       json.RawMessage
		Answers     []xAnswer
	}
	xCall struct {
		ID, Name, Arguments string

		meta    xMeta
		members string // as JSON
		sealed  xMeta
	}
	xQuestion struct {
		ID  string
		raw json.RawMessage
	}
	xAnswer struct {
		ID  string
		Yes bool
	}
	xWords      struct{ Text string }
	xOperation  = *change
	xOperations = []xOperation
)

// happening is an event that holds what the layer returns for it.
type happening struct {
	Kind   xKind           `json:"kind"`
	ID     *string         `json:"id,omitempty"`
	Other  *string         `json:"other,omitempty"`
	Tag    *string         `json:"tag,omitempty"`
	Text   *string         `json:"text,omitempty"`
	Meta   xMeta           `json:"meta,omitempty"`
	Value  json.RawMessage `json:"value,omitempty"`
	Patch  xOperations     `json:"patch,omitempty"`
	Origin json.RawMessage `json:"origin,omitempty"`
	List   []xEntry        `json:"list,omitempty"`
	Name   string          `json:"-"`

	// Set for an event that was read by a Plan.
	rule    *rule
	members map[string]json.RawMessage
	asked   []xQuestion
	waits   []string
	same    []*string // what a shorthand may repeat
	lacks   bool      // a shorthand, something that the first one needs
}

// StandInItem and the types beside it are the names by which templates/http, which is compiled with this layer,
// refers to an event and to the input of a run.
type (
	StandInItem     = xItem
	StandInRequest  = xRequest
	StandInQuestion = xQuestion
)

// NewStandIn returns an event of a kind.
func NewStandIn(kind string) StandInItem { return &happening{Kind: xKind(kind)} }

// remark is a message of the small protocol.
type remark struct {
	ID   string
	Text string
	Tag  *string
	Meta xMeta

	// Set for a message that was read by a Plan.
	role    string
	members map[string]json.RawMessage // but for Text, Meta and calls, where they are set
	about   *PlanEntry
	unknown bool
	texted  bool // Text is what it has
	calls   []xCall
}

// change is an operation of a patch.
type change struct {
	Op    string          `json:"op"`
	Path  string          `json:"path"`
	From  string          `json:"from,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
}

const messageOwners = 0

// The following variables describe the small protocol, until Use replaces them by those of a Plan.
var (
	callOwners      = 1
	ownerSpaces     = 2
	authorityKey    = ""
	authorityMember = ""
)

var entities = []entity{{"step", "step", -1}, {"note", "note", 0}}

var shorthands = []shorthand{{noun: "note", missing: "id"}}

var rules = [...]rule{
	{kind: "begin", order: begins, entity: -1, parent: -1, short: -1, lanes: allLanes, builds: adds, joins: edge, seeds: true},
	{kind: "end", order: ends, entity: -1, parent: -1, short: -1, lanes: allLanes, builds: asks, joins: edge},
	{kind: "fail", order: fails, entity: -1, parent: -1, short: -1, lanes: allLanes, joins: edge},
	{kind: "open", order: opens, entity: 1, parent: -1, short: -1, lanes: ownLane, builds: message, joins: first, joined: 1},
	{kind: "more", order: continues, entity: 1, parent: -1, short: -1, lanes: ownLane, builds: text, adds: "text", joins: more, joined: 1},
	{kind: "close", order: closes, entity: 1, parent: -1, short: -1, lanes: ownLane, builds: text, joins: last, joined: 1},
	{kind: "note", entity: -1, parent: -1, short: 0, adds: "text"},
	{kind: "state", entity: -1, parent: -1, short: -1, lanes: ownLane, builds: setState, joins: stateJoin},
	{kind: "delta", entity: -1, parent: -1, short: -1, lanes: ownLane, builds: patchState, joins: stateJoin},
	{kind: "history", order: replaces, entity: -1, parent: -1, short: -1, lanes: allLanes, builds: history},
	{kind: "step", order: opens, entity: 0, parent: -1, short: -1, lanes: ownLane},
	{kind: "stepped", order: closes, entity: 0, parent: -1, short: -1, lanes: ownLane},
}

func look(e xItem, f *facts) {
	*f = facts{id: e.ID, other: e.Other, tag: e.Tag, text: e.Text, meta: e.Meta}
	if f.rule = e.rule; f.rule != nil || plan != nil {
		return
	}
	if i := slices.IndexFunc(rules[:], func(r rule) bool { return r.kind == e.Kind }); i >= 0 {
		f.rule = &rules[i]
	}
	if f.id == nil && f.rule != nil && f.rule.short < 0 {
		f.id = new(string)
	}
}

func detail(e xItem, d *details) {
	*d = details{name: e.Name, list: e.List, value: e.Value, patch: e.Patch, asked: e.asked, waits: e.waits}
}

func decode(_ *agui.Decoder, _ *agui.Arena, data []byte) (xItem, error) {
	var e happening
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, errors.New("this is no event")
	}
	return &e, nil
}

func appendItem(dst []byte, e xItem) ([]byte, error) {
	data, err := json.Marshal(e)
	return append(dst, data...), err
}

func isEmpty(e xItem) bool               { return e.Kind == "" }
func hasOrigin(e xItem) bool             { return e.Origin != nil }
func complete(_ int, e xItem) bool       { return !e.lacks }
func repeated(_, i int, e xItem) *string { return e.same[i] }
func startOf(short int, e xItem, _ bool) xItem {
	if plan != nil {
		return plan.startOf(short, e)
	}
	return &happening{Kind: "open", ID: e.ID, Tag: e.Tag, Meta: e.Meta}
}
func endOf(short int, id string, t *string) xItem {
	if plan != nil {
		return plan.endOf(short, id, t)
	}
	return &happening{Kind: "close", ID: &id, Tag: t}
}

func moreOf(short int, e xItem, id string, tag *string) xItem {
	if plan != nil {
		return plan.moreOf(short, e, id, tag)
	}
	text := deref(e.Text)
	return &happening{Kind: "more", ID: &id, Tag: tag, Text: &text, Meta: e.Meta, Origin: e.Origin}
}

func joined(kind xKind, id, text string, meta xMeta, tag *string) xItem {
	return &happening{Kind: kind, ID: &id, Text: &text, Meta: meta, Tag: tag}
}

func stateSnapshot(state json.RawMessage, meta xMeta, tag *string) xItem {
	return &happening{Kind: "state", Value: state, Meta: meta, Tag: tag}
}

func withMeta(e xItem, meta xMeta) xItem {
	m := *e
	m.Meta = meta
	return &m
}

func describe(m xEntry) entryFacts {
	about := entryFacts{id: m.ID, tag: m.Tag, known: !m.unknown}
	if m.about != nil {
		about.space = m.about.Space
	}
	return about
}

func isActivity(m xEntry) bool { return plan != nil && m.role == plan.Activity.Role }
func holdsCalls(m xEntry) bool { return plan != nil && m.role == plan.Calls.Role }
func isAnswer(m xEntry) bool   { return plan != nil && m.role == plan.Answer }

func textAt(m xEntry) *string {
	if m.about != nil && !m.about.Text {
		return nil
	}
	if !m.texted && plan != nil {
		m.Text = ""
	}
	m.texted = true
	return &m.Text
}

func metaOf(m xEntry) *xMeta {
	if m.about != nil && !slices.Contains(m.about.Members, plan.Folded) {
		return nil
	}
	return &m.Meta
}

func newMessage(e xItem) xEntry {
	if plan != nil {
		return plan.newMessage(e)
	}
	return &remark{ID: *e.ID, Tag: e.Tag}
}

func newAnswer(e xItem) xEntry {
	if plan != nil {
		return plan.build(plan.Answer, e)
	}
	return &remark{ID: *e.ID}
}

func newActivity(e xItem) xEntry {
	if plan != nil {
		return plan.build(plan.Activity.Role, e)
	}
	return &remark{ID: *e.ID}
}

func newCaller(id string, tag *string) xEntry {
	m := &remark{ID: id, Tag: tag}
	if plan != nil {
		m = plan.build(plan.Calls.Role, &happening{ID: &id})
		if plan.tagged(m.members, tag); tag != nil {
			m.Tag = tag
		}
	}
	return m
}

func newCall(e xItem) xCall {
	c := xCall{ID: *e.ID, Name: e.Name}
	if plan != nil {
		c.members = plan.Calls.Empty
	}
	return c
}

func callsOf(m xEntry) []xCall       { return m.calls }
func addCall(m xEntry, c xCall)      { m.calls = append(m.calls, c) }
func callID(c *xCall) string         { return c.ID }
func callName(c *xCall) *string      { return &c.Name }
func callArguments(c *xCall) *string { return &c.Arguments }
func callMeta(c *xCall) *xMeta       { return &c.meta }
func questionID(q *xQuestion) string { return q.ID }

func sealWith(m xEntry, e xItem) {
	if m.about != nil {
		plan.seal(m.about.Members, e, func(name string, raw json.RawMessage) { m.members[name] = raw })
	}
}

func sealCallWith(c *xCall, e xItem) {
	if plan == nil {
		return
	}
	plan.seal(plan.Calls.Members, e, func(name string, raw json.RawMessage) { c.sealed = MergeMetadata(c.sealed, xMeta{name: raw}) })
}

func activityType(m xEntry) string {
	if plan == nil || m.members[plan.Activity.Type] == nil {
		return ""
	}
	return deref(newNode(m.members[plan.Activity.Type]).texts(nil))
}

func activityContent(m xEntry) (content xMeta) {
	if plan != nil {
		json.Unmarshal(m.members[plan.Activity.Content], &content) // what is no object has no effect
	}
	return content
}

func setActivityContent(m xEntry, kind string, content xMeta) {
	if plan != nil {
		m.members[plan.Activity.Type], m.members[plan.Activity.Content] = appendQuoted(nil, kind), marshal(content)
	}
}

func answerTo(id string, a xAnswer) xAnswer { return xAnswer{id, a.Yes} }
func isResolved(a xAnswer) bool             { return a.Yes }
func expiryOf(*xQuestion) *string           { return nil }
func plainText(c xWords) (string, []string) { return c.Text, nil }
func operation(o xOperation) (op, path, from string, value []byte) {
	return o.Op, o.Path, o.From, o.Value
}

func addOp(path string, value []byte) xOperation { return &change{Op: "add", Path: path, Value: value} }
func removeOp(path string) xOperation            { return &change{Op: "remove", Path: path} }
func replaceOp(path string, value []byte) xOperation {
	return &change{Op: "replace", Path: path, Value: value}
}

func copyEntry(m xEntry) xEntry {
	c := *m
	c.members, c.calls = maps.Clone(m.members), slices.Clone(m.calls)
	return &c
}

func newRequest(thread, run string, list []xEntry, state json.RawMessage, answers []xAnswer) *xRequest {
	return &xRequest{thread, run, list, state, answers}
}

// The small protocol has renamed "opened" to "open" and "closed" to "close", and retired a kind of parts.
const (
	eventTag = "kind"
	partTag  = "kind"
)

var (
	renamings = map[string]renaming{
		"opened": {rule: &rules[3], id: "id", with: []assignment{{path: []string{"role"}, value: "note"}}, lost: []string{"title"}},
		"added":  {rule: &rules[4], id: "id"},
		"closed": {rule: &rules[5], id: "id"},
	}
	anyEvent      = spot{nulls: []string{"origin"}}
	changedEvents = map[string]*spot{
		"end":     {nulls: []string{"origin", "other"}},
		"history": {nulls: []string{"origin"}, inside: []inside{{"list", &changedParts}}},
	}
	changedParts   = spot{inside: []inside{{"Parts", &spot{parts: true, inside: []inside{{"picture", &spot{nulls: []string{"more"}}}}}}}}
	changedRequest = &spot{nulls: []string{"State"}, inside: []inside{{"Messages", &changedParts}}}
	retiredPart    = oldPart{
		tag: "blob", by: "type", kinds: []partKind{{"image/", "picture"}, {"", "file"}},
		fills: [][]assignment{
			{{path: []string{"from", "kind"}, value: "data"}, {path: []string{"from", "value"}, member: "data"}, {path: []string{"from", "type"}, member: "type"}},
			{{path: []string{"from", "kind"}, value: "url"}, {path: []string{"from", "value"}, member: "url"}, {path: []string{"from", "type"}, member: "type"}},
		},
		carry: []assignment{{path: []string{"more", "name"}, member: "name"}},
	}
)
