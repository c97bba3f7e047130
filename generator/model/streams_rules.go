package model

import (
	"slices"
	"strings"
)

// StreamRule is what a line says of an event, for events that fulfil its condition. Its words are those of
// templates/stream.
type StreamRule struct {
	If          *StreamCondition // nil for the events that no other rule of the line is for
	Order       string           // "" for none
	Entity      int              // that it opens, continues, closes, starts or stops; -1 for none
	Owners      []int            // name spaces in which its id has a sender
	Parent      int              // the name space of the other id, -1 for none
	Seeds, Kept bool
	Lanes       string
	Short       int // which shorthand it is, -1 for none
	Builds      string
	Joins       string
	Joined      int // the entity that Joins is about
}

var (
	orderWords = map[string]string{"begins": "begins", "ends": "ends", "fails": "fails", "opens E": "opens", "opens E in S I": "opens",
		"continues E": "continues", "closes E": "closes", "mints S I": "mints", "of S I": "of", "replaces H": "replaces",
		"starts E I": "starts", "stops E": "stops"}
	buildWords = map[string]string{"adds H": "adds", "asks Q": "asks", "message I by R": "message", "text I": "text",
		"text I += D": "text", "call I D in I": "call", "args I": "args", "args I += D": "args", "answer I to I": "answer",
		"state = A": "setState", "state patch L": "patchState", "history = H": "history", "activity I = O": "setActivity",
		"activity I patch L": "patchActivity"}
	joinWords = map[string]string{"first E": "first", "more E": "more", "last E": "last", "state": "stateJoin", "edge": "edge"}
	laneWords = map[string]string{"own": "ownLane", "all": "allLanes", "tagged": "taggedLane"}
)

// Rules returns what a line says: a rule for each condition in it, then that for all other events.
func (s *Streams) Rules(l *StreamLine) []*StreamRule {
	var conditions []StreamCondition
	for _, v := range slices.Concat(l.Order, l.Builds) {
		if v.If != nil {
			c := StreamCondition{Member: v.If.Member, Value: v.If.Value}
			if !slices.Contains(conditions, c) {
				conditions = append(conditions, c)
			}
		}
	}
	var list []*StreamRule
	for i := range conditions {
		list = append(list, s.rule(l, &conditions[i]))
	}
	return append(list, s.rule(l, nil))
}

// holds reports whether a verb counts where c holds, nil for no condition, and whether it leaves what is there.
func (v *StreamVerb) holds(c *StreamCondition) (counts, kept bool) {
	if v.If == nil {
		return true, false
	}
	same := c != nil && v.If.Member == c.Member && v.If.Value == c.Value
	if v.If.Not {
		return true, same
	}
	return same, false
}

func (s *Streams) rule(l *StreamLine, c *StreamCondition) *StreamRule {
	r := &StreamRule{If: c, Entity: -1, Parent: -1, Lanes: laneWords[l.Lanes]}
	r.Short = slices.IndexFunc(s.Shorts, func(h *StreamShort) bool { return h.Chunk == l })
	for _, v := range l.Order {
		if counts, kept := v.holds(c); counts {
			r.Kept = r.Kept || kept
			s.order(r, v)
		}
	}
	for _, v := range l.Builds {
		counts, kept := v.holds(c)
		if !counts {
			continue
		}
		r.Kept = r.Kept || kept
		if v.Form == "seal S I" {
			r.Builds = "sealMessage"
			if s.Space(v.Args[0]) == len(s.Spaces)-1 {
				r.Builds = "sealCall"
			}
		} else if word := buildWords[v.Form]; word != "" {
			r.Builds = word
		}
	}
	for _, v := range l.Joins {
		r.Joins = joinWords[v.Form]
		if len(v.Args) > 0 {
			r.Joined = s.Entity(v.Args[0])
		}
	}
	return r
}

func (s *Streams) order(r *StreamRule, v *StreamVerb) {
	if v.Form == "seeds H" {
		r.Seeds = true
		return
	}
	r.Order = orderWords[v.Form]
	switch v.Form {
	case "mints S I", "of S I":
		for name := range strings.SplitSeq(v.Args[0], "/") {
			r.Owners = append(r.Owners, s.Space(name))
		}
	case "opens E in S I":
		r.Parent = s.Space(v.Args[1])
		fallthrough
	case "opens E", "continues E", "closes E", "starts E I", "stops E":
		r.Entity = s.Entity(v.Args[0])
	}
}

// IDs returns the members with the ids that an event is about, "" for none: of what it is about, and the other one, which
// is a parent's, that of the answered call, or a thread's.
func (s *Streams) IDs(l *StreamLine) (id, other string) {
	set := func(to *string, member string) {
		if *to == "" {
			*to = member
		}
	}
	key := func(name string) string { return s.Entities[s.Entity(name)].Key }
	for _, v := range l.Order {
		switch v.Form {
		case "begins", "ends":
			run := s.Parts["run"].Words
			set(&id, run[1])
			set(&other, run[0])
		case "opens E in S I":
			set(&other, v.Args[2])
			set(&id, key(v.Args[0]))
		case "starts E I":
			set(&other, v.Args[1])
			set(&id, key(v.Args[0]))
		case "opens E", "continues E", "closes E", "stops E":
			set(&id, key(v.Args[0]))
		case "mints S I", "of S I":
			set(&id, v.Args[1])
		}
	}
	for _, v := range l.Builds {
		switch v.Form {
		case "answer I to I":
			set(&id, v.Args[0])
			set(&other, v.Args[1])
		case "call I D in I":
			set(&id, v.Args[0])
			set(&other, v.Args[2])
		case "message I by R", "text I", "text I += D", "args I", "args I += D", "activity I = O", "activity I patch L":
			set(&id, v.Args[0])
		case "seal S I":
			set(&id, v.Args[1])
		}
	}
	for _, h := range s.Shorts {
		if h.Chunk == l {
			return h.First[0], other
		}
	}
	return id, other
}
