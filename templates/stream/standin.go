package stream

import (
	"encoding/json"
	"errors"
	"slices"

	agui "github.com/aguigen/aguigen/templates/runtime"
)

// What follows stands in for the emitted layer: the names that begin with x are types of the schema's package there.
// Its little protocol has runs, notes that are opened, continued and closed, also by a shorthand, a state, and a
// history.
type (
	xKind    string
	xMeta    = map[string]json.RawMessage
	xItem    = *happening
	xEntry   = *remark
	xRequest struct {
		Thread, Run string
		Messages    []xEntry
		State       json.RawMessage
	}
	xCall       struct{ ID, Name, Arguments string }
	xQuestion   struct{ ID string }
	xAnswer     struct{ ID string }
	xWords      struct{ Text string }
	xOperation  = *change
	xOperations = []xOperation
)

// happening is an event, which says what the layer tells of it.
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
}

// StandInItem and StandInRequest are the names by which templates/http, which is compiled over this layer, speaks of an
// event and of what starts a run.
type (
	StandInItem    = xItem
	StandInRequest = xRequest
)

// NewStandIn returns an event of a kind.
func NewStandIn(kind string) StandInItem { return &happening{Kind: xKind(kind)} }

// remark is a message.
type remark struct {
	ID   string
	Text string
	Tag  *string
	Meta xMeta
}

// change is an operation of a patch.
type change struct {
	Op    string          `json:"op"`
	Path  string          `json:"path"`
	From  string          `json:"from,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
}

const (
	messageOwners   = 0
	callOwners      = 1
	ownerSpaces     = 2
	authorityKey    = ""
	authorityMember = ""
)

var entities = [...]entity{{"step", "step", -1}, {"note", "note", 0}}

var shorthands = [...]shorthand{{noun: "note", missing: "id"}}

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
	if i := slices.IndexFunc(rules[:], func(r rule) bool { return r.kind == e.Kind }); i >= 0 {
		f.rule = &rules[i]
	}
	if f.id == nil && f.rule != nil && f.rule.short < 0 {
		f.id = new(string)
	}
}

func detail(e xItem, d *details) { *d = details{list: e.List, value: e.Value, patch: e.Patch} }

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
func complete(int, xItem) bool           { return true }
func repeated(_, _ int, _ xItem) *string { return nil }
func startOf(_ int, e xItem, _ bool) xItem {
	return &happening{Kind: "open", ID: e.ID, Tag: e.Tag, Meta: e.Meta}
}
func endOf(_ int, id string, t *string) xItem { return &happening{Kind: "close", ID: &id, Tag: t} }

func moreOf(_ int, e xItem, id string, tag *string) xItem {
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

func describe(m xEntry) entryFacts             { return entryFacts{id: m.ID, tag: m.Tag, known: true} }
func isActivity(xEntry) bool                   { return false }
func holdsCalls(xEntry) bool                   { return false }
func isAnswer(xEntry) bool                     { return false }
func metaOf(m xEntry) *xMeta                   { return &m.Meta }
func textOf(m xEntry) (string, bool)           { return m.Text, true }
func setText(m xEntry, s string)               { m.Text = s }
func newMessage(e xItem) xEntry                { return &remark{ID: *e.ID, Tag: e.Tag} }
func newAnswer(e xItem) xEntry                 { return &remark{ID: *e.ID} }
func newActivity(e xItem) xEntry               { return &remark{ID: *e.ID} }
func newCaller(id string, tag *string) xEntry  { return &remark{ID: id, Tag: tag} }
func newCall(e xItem) xCall                    { return xCall{ID: *e.ID} }
func callsOf(xEntry) []xCall                   { return nil }
func addCall(xEntry, xCall)                    {}
func callID(c *xCall) string                   { return c.ID }
func callName(c *xCall) *string                { return &c.Name }
func callArguments(c *xCall) *string           { return &c.Arguments }
func callMeta(*xCall) *xMeta                   { return new(xMeta) }
func sealWith(xEntry, xItem)                   {}
func sealCallWith(*xCall, xItem)               {}
func activityType(xEntry) string               { return "" }
func activityContent(xEntry) xMeta             { return nil }
func setActivityContent(xEntry, string, xMeta) {}
func questionID(q *xQuestion) string           { return q.ID }
func answerTo(id string, _ xAnswer) xAnswer    { return xAnswer{id} }
func plainText(c xWords) (string, []string)    { return c.Text, nil }
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
	return &c
}

func newRequest(thread, run string, list []xEntry, state json.RawMessage) *xRequest {
	return &xRequest{thread, run, list, state}
}

// The little protocol has renamed "opened" to "open" and "closed" to "close", and forgotten a kind of parts.
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
