package stream

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// plan is the plan passed to Use, or nil for the small protocol of standin.go.
var plan *Plan

var (
	orders = map[string]order{"": noOrder, "begins": begins, "ends": ends, "fails": fails, "opens": opens, "continues": continues,
		"closes": closes, "mints": mints, "of": of, "replaces": replaces, "starts": starts, "stops": stops}
	laneWords = map[string]lanes{"": noLanes, "ownLane": ownLane, "allLanes": allLanes, "taggedLane": taggedLane}
	buildings = map[string]building{"": noBuilding, "adds": adds, "asks": asks, "message": message, "text": text, "call": call,
		"args": args, "answer": answer, "sealMessage": sealMessage, "sealCall": sealCall, "setState": setState,
		"patchState": patchState, "history": history, "setActivity": setActivity, "patchActivity": patchActivity}
)

// verbs are the verbs of the order of events.
var verbs = func() []string {
	list := make([]string, len(orders))
	for word, o := range orders {
		list[o] = word
	}
	return list
}()

// planned holds the rules of the plan by event.
var planned map[string][]rule

// Use makes this package work on the events that Read returns, by the tables of a schema. A process uses one schema at
// a time.
func Use(p *Plan) {
	plan, planned = p, map[string][]rule{}
	for kind, e := range p.Events {
		for _, r := range e.Rules {
			planned[kind] = append(planned[kind], rule{kind: xKind(kind), order: orders[r.Order], entity: r.Entity, owners: r.Owners,
				parent: r.Parent, seeds: r.Seeds, kept: r.Kept, lanes: laneWords[r.Lanes], short: r.Short, builds: buildings[r.Builds]})
		}
	}
	entities, shorthands = nil, nil
	for _, e := range p.Entities {
		entities = append(entities, entity{e.Name, e.Noun, e.Owners})
	}
	for _, s := range p.Shorts {
		shorthands = append(shorthands, shorthand{s.Noun, joinWords(s.First), s.Same, s.Defaults})
	}
	callOwners, ownerSpaces = p.Spaces-1, p.Spaces
	authorityKey, authorityMember = p.AuthorityKey, p.AuthorityMember
}

func joinWords(words []string) string {
	var b bytes.Buffer
	for i, w := range words {
		if i > 0 {
			b.WriteString(" or ")
		}
		b.WriteString(w)
	}
	return b.String()
}

// Entry is a message.
type Entry = xEntry

// Item is an event.
type Item = xItem

var errItem = errors.New("it is no event")

// Read reads the parts of an event that streams depend on and ignores the others. An unknown event has no effect.
func (p *Plan) Read(data []byte) (Item, error) {
	root, err := checked(data)
	if err != nil || !root.isObject() {
		return nil, errItem
	}
	kind := root.texts([]string{p.EventTag})
	if kind == nil {
		return nil, errItem
	}
	e := &happening{Kind: xKind(*kind)}
	about := p.Events[*kind]
	if about == nil {
		return e, nil
	}
	e.members = map[string]json.RawMessage{}
	for name := range about.Members {
		if value := root.member(name); value != nil && !(value.isNull() && !p.anything(about, name)) {
			e.members[name] = value.text()
		}
	}
	p.fill(e, about)
	if r := e.rule; e.ID == nil && about.ID != "" && r.short < 0 && r.order != begins && r.order != ends {
		return nil, fmt.Errorf("%s lacks %s", *kind, about.ID)
	}
	return e, p.details(e, about)
}

// anything reports whether a member may hold null.
func (p *Plan) anything(about *PlanEvent, member string) bool {
	return slices.ContainsFunc(about.Details, func(d PlanDetail) bool { return d.Into == "value" && d.Path[0] == member })
}

// fill sets the facts that follow from the members of an event.
func (p *Plan) fill(e *happening, about *PlanEvent) {
	e.rule = &planned[string(e.Kind)][len(about.Rules)-1]
	for i, r := range about.Rules[:len(about.Rules)-1] {
		if raw, is := e.members[r.Member]; is && (string(raw) == r.Value || isText(raw, r.Value)) {
			e.rule = &planned[string(e.Kind)][i]
		}
	}
	e.ID, e.Other, e.Text, e.Tag = e.textOf(about.ID), e.textOf(about.Other), e.textOf(about.Text), e.textOf(p.Tag)
	e.Origin = e.members[p.Origin]
	json.Unmarshal(e.members[p.Folded], &e.Meta) // what is no object has no effect
	if e.rule.short < 0 {
		return
	}
	s := p.Shorts[e.rule.short]
	for _, m := range s.First {
		e.lacks = e.lacks || e.textOf(m) == nil
	}
	for _, m := range s.Same {
		e.same = append(e.same, e.textOf(m))
	}
}

func isText(raw []byte, text string) bool {
	var s string
	return json.Unmarshal(raw, &s) == nil && s == text
}

func (e *happening) textOf(member string) *string {
	if raw := e.members[member]; len(raw) > 0 && raw[0] == '"' {
		return newNode(raw).texts(nil)
	}
	return nil
}

// details reads the members that build more than text.
func (p *Plan) details(e *happening, about *PlanEvent) error {
	for _, d := range about.Details {
		raw := e.members[d.Path[0]]
		if d.Variant != "" && e.members[d.Union] != nil {
			if tag := newNode(e.members[d.Union]).texts([]string{d.Tag}); tag == nil || *tag != d.Variant {
				continue
			}
		}
		at := newNode(raw)
		for _, step := range d.Path[1:] {
			if at = memberOf(at, step); at == nil {
				break
			}
		}
		if raw == nil || at == nil {
			continue
		}
		if err := p.detail(e, d.Into, at); err != nil {
			return fmt.Errorf("%s: %s is not what it should be", e.Kind, d.Path[len(d.Path)-1])
		}
	}
	return nil
}

func memberOf(n *node, name string) *node {
	if len(n.raw) == 0 || !n.isObject() {
		return nil
	}
	return n.member(name)
}

func (p *Plan) detail(e *happening, into string, at *node) error {
	switch into {
	case "value":
		e.Value = at.text()
	case "name":
		e.Name = deref(at.texts(nil))
	case "waits":
		return json.Unmarshal(at.text(), &e.waits)
	}
	if !at.isArray() {
		return nil
	}
	at.open()
	for _, item := range at.items {
		switch into {
		case "list":
			if !item.isObject() {
				return errItem
			}
			e.List = append(e.List, p.entry(item))
		case "asked":
			e.asked = append(e.asked, xQuestion{ID: deref(item.texts([]string{p.Question})), raw: item.text()})
		case "patch":
			o := &change{Op: deref(item.texts([]string{p.Patch.Op})), Path: deref(item.texts([]string{p.Patch.Path})),
				From: deref(item.texts([]string{p.Patch.From}))}
			if value := memberOf(item, p.Patch.Value); value != nil {
				o.Value = value.text()
			}
			if slices.Contains(p.Ops, o.Op) {
				e.Patch = append(e.Patch, o)
			}
		}
	}
	return nil
}

// happens returns an event of a kind, one of those that replace a shorthand.
func (p *Plan) happens(kind string, members map[string]json.RawMessage) xItem {
	e := &happening{Kind: xKind(kind), members: members}
	p.fill(e, p.Events[kind])
	if err := p.details(e, p.Events[kind]); err != nil {
		panic(err) // the expansion of a shorthand has no lists
	}
	return e
}

func (p *Plan) startOf(short int, e xItem) xItem {
	s := p.Shorts[short]
	members := map[string]json.RawMessage{}
	for i, name := range s.Same {
		if s.Defaults[i] != nil {
			members[name] = appendQuoted(nil, *s.Defaults[i])
		}
	}
	for _, name := range slices.Concat(s.First, s.Same, []string{p.Tag, p.Folded}) {
		if e.members[name] != nil {
			members[name] = e.members[name]
		}
	}
	return p.happens(s.Start, members)
}

func (p *Plan) moreOf(short int, e xItem, id string, tag *string) xItem {
	s := p.Shorts[short]
	about := p.Events[s.Content]
	members := map[string]json.RawMessage{about.ID: appendQuoted(nil, id), about.Text: appendQuoted(nil, deref(e.Text))}
	for _, name := range []string{p.Folded, p.Origin} {
		if e.members[name] != nil {
			members[name] = e.members[name]
		}
	}
	p.tagged(members, tag)
	return p.happens(s.Content, members)
}

func (p *Plan) endOf(short int, id string, tag *string) xItem {
	kind := p.Shorts[short].End
	members := map[string]json.RawMessage{p.Events[kind].ID: appendQuoted(nil, id)}
	p.tagged(members, tag)
	return p.happens(kind, members)
}

func (p *Plan) tagged(members map[string]json.RawMessage, tag *string) {
	if tag != nil {
		members[p.Tag] = appendQuoted(nil, *tag)
	}
}

// Doing returns what an event does to a run, an entity or a part: "begins", "ends", "fails", "opens", "continues",
// "closes", "starts", "stops", or "" for nothing, with the noun and the id of what it does it to.
func Doing(e Item) (verb, noun, id string) {
	if e.rule == nil {
		return "", "", ""
	}
	verb = verbs[e.rule.order]
	if e.rule.entity >= 0 {
		noun = entities[e.rule.entity].noun
	}
	return verb, noun, deref(e.ID)
}

// Abandon makes a Verifier treat its run as finished, regardless of what is open.
func Abandon(v *Verifier) {
	v.phase, v.lastEntity = afterFinish, 0
	v.open = make([]map[opening]int, len(entities))
}
