package stream

import (
	"crypto/sha256"
	"strings"
)

// own records the sender that opened something, or compares it with the sender that already has that id.
func (v *Verifier) own(r *rule, ent *entity) error {
	tag := v.f.tag
	inherited := false
	if r.parent >= 0 && v.f.other != nil {
		if owner, known := v.owners[r.parent][*v.f.other]; known {
			if tag != nil && !same(tag, owner) {
				return v.fail(RuleParentSender, v.f.other, ": %s %s comes from %s, but its parent %s from %s",
					ent.noun, quote(*v.f.id), sender(tag), quote(*v.f.other), sender(owner))
			}
			tag, inherited = owner, true
		}
	}
	owner, known := v.owners[ent.owners][*v.f.id]
	if !known {
		v.record(ent.owners, *v.f.id, tag)
		return nil
	}
	if (tag != nil || inherited) && !same(tag, owner) {
		return v.disagree(*v.f.id, tag, owner)
	}
	return nil
}

func (v *Verifier) disagree(id string, tag, owner *string) error {
	return v.fail(RuleSender, &id, ": %s belongs to %s, but this comes from %s", quote(id), sender(owner), sender(tag))
}

func (v *Verifier) record(space int, id string, tag *string) {
	if v.owners[space] == nil {
		v.owners[space] = map[string]*string{}
	}
	if tag != nil {
		kept := strings.Clone(*tag)
		tag = &kept
	}
	v.owners[space][strings.Clone(id)] = tag
}

// agree compares the event's sender with that of its id, in the first name space that knows it.
func (v *Verifier) agree(spaces ...int) error {
	if v.f.tag == nil || v.f.id == nil {
		return nil
	}
	for _, space := range spaces {
		if owner, known := v.owners[space][*v.f.id]; known {
			if !same(v.f.tag, owner) {
				return v.disagree(*v.f.id, v.f.tag, owner)
			}
			return nil
		}
	}
	return nil
}

func (v *Verifier) mint(r *rule) {
	space := r.owners[0]
	if _, known := v.owners[space][*v.f.id]; !known || !r.kept {
		v.record(space, *v.f.id, v.f.tag)
	}
}

// seed records the senders of a history: of all its messages, or of those without a known sender.
func (v *Verifier) seed(e xItem, all bool) {
	detail(e, &v.details)
	put := func(space int, id string, tag *string) {
		id, tag = shortID(id), shortened(tag)
		if _, known := v.owners[space][id]; all || !known {
			v.record(space, id, tag)
		}
	}
	for _, m := range v.details.list {
		about := describe(m)
		if !about.known {
			continue
		}
		put(about.space, about.id, about.tag)
		calls := callsOf(m)
		for i := range calls {
			put(callOwners, callID(&calls[i]), about.tag)
		}
	}
}

// mostID is the length in bytes beyond which an id is shortened.
const mostID = 128

// shortID returns an id or, for a long one, its start and a checksum, so that no id takes much memory.
func shortID(id string) string {
	if len(id) <= mostID {
		return id
	}
	sum := sha256.New()
	block := make([]byte, 512)
	for rest := id; rest != ""; {
		n := copy(block, rest)
		sum.Write(block[:n])
		rest = rest[n:]
	}
	return string(sum.Sum([]byte(id[:mostID])))
}

func shortened(id *string) *string {
	if id == nil || len(*id) <= mostID {
		return id
	}
	short := shortID(*id)
	return &short
}
