package runtime

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// judge checks a value against the keywords of a subschema that its Go type does not express. Emitted functions call
// its methods, one for each keyword, in the order of the dependencies between keywords.
type judge struct {
	// tolerant allows what a newer version may have added: properties that a closed object does not define.
	tolerant bool
	// silent requests only the verdict, without messages.
	silent bool
	failed bool
	seen   []bool // the members of the current object that some keyword has evaluated
	found  []finding
	*judged
}

// finding is a violation of the keyword at location by the value at at.
type finding struct {
	at                                   int
	keyword, location, property, message string
}

// subschema is a part of the schema: an emitted function.
type subschema func(j *judge, v *jsonValue)

// refuse records a violation. The message is built only if it is needed.
func (j *judge) refuse(v *jsonValue, keyword, location, property string, message func() string) {
	j.failed = true
	if !j.silent && len(j.found) <= maxFindings {
		j.found = append(j.found, finding{v.at, keyword, location + "/" + keyword, property, message()})
	}
}

// never is the subschema false.
func (j *judge) never(v *jsonValue, location string) {
	j.failed = true
	if !j.silent {
		j.found = append(j.found, finding{v.at, "false schema", location, "", noneAllowed})
	}
}

// keeps reports whether a value is valid for a subschema.
func (j *judge) keeps(v *jsonValue, sub subschema) bool {
	inner := judge{tolerant: j.tolerant, silent: true, judged: j.judged}
	sub(&inner, v)
	if !inner.failed {
		j.learn(inner.seen)
	}
	return !inner.failed
}

// same checks the current value against a further subschema: that of a reference, or of allOf.
func (j *judge) same(v *jsonValue, sub subschema) {
	seen := j.seen
	j.seen = nil
	sub(j, v)
	inner := j.seen
	j.seen = seen
	j.learn(inner)
}

// part checks a part of the current value against its subschema.
func (j *judge) part(v *jsonValue, sub subschema) {
	seen := j.seen
	j.seen = nil
	sub(j, v)
	j.seen = seen
}

// learn adds members that another subschema has looked at.
func (j *judge) learn(seen []bool) {
	if j.seen == nil {
		j.seen = seen
		return
	}
	for i, is := range seen {
		j.seen[i] = j.seen[i] || is
	}
}

func (j *judge) mark(v *jsonValue, i int) {
	if j.seen == nil {
		j.seen = make([]bool, len(v.members))
	}
	j.seen[i] = true
}

func (j *judge) marked(i int) bool { return i < len(j.seen) && j.seen[i] }

// kinds is "type".
func (j *judge) kinds(v *jsonValue, location string, kinds int, want string) {
	if !v.is(kinds) {
		j.refuse(v, "type", location, "", func() string { return expected(want, nameValue(v, kinds)) })
	}
}

// nameValue names a value for a message.
func nameValue(v *jsonValue, wanted int) string {
	if wanted&kindInteger != 0 && v.is(kindNumber) {
		return short(v.raw)
	}
	return kindOf(v.raw[0])
}

// rule records what a rule refuses, if anything.
func (j *judge) rule(v *jsonValue, keyword, location, refused string) {
	if refused != "" {
		j.refuse(v, keyword, location, "", func() string { return refused })
	}
}

// oneOfValues is "enum" and "const": each of texts is JSON.
func (j *judge) oneOfValues(v *jsonValue, keyword, location string, texts ...string) {
	if slices.ContainsFunc(texts, func(text string) bool { return v.equal(j.constant(text)) }) {
		return
	}
	j.refuse(v, keyword, location, "", func() string {
		if keyword == "const" {
			return onlyConstant(texts[0], shown(v.raw))
		}
		var words []string
		for _, text := range texts {
			if want := j.constant(text); want.is(kindString) {
				words = append(words, want.text)
			}
		}
		return notAllowed(shown(v.raw), v.text, words)
	})
}

// required is "required".
func (j *judge) required(v *jsonValue, location string, names ...string) {
	for _, name := range names {
		if v.is(kindObject) && v.member(name) < 0 {
			j.refuse(v, "required", location, name, func() string { return lacks("", name, v.keys()) })
		}
	}
}

// dependent is an entry of "dependentRequired".
func (j *judge) dependent(v *jsonValue, location, name string, others ...string) {
	if v.member(name) < 0 {
		return
	}
	for _, other := range others {
		if v.member(other) < 0 {
			j.refuse(v, "dependentRequired", location, other, func() string {
				return depends(other, name)
			})
		}
	}
}

// property is an entry of "properties".
func (j *judge) property(v *jsonValue, name string, sub subschema) {
	if i := v.member(name); i >= 0 {
		j.mark(v, i)
		j.part(v.members[i].value, sub)
	}
}

// patternProperty is an entry of "patternProperties".
func (j *judge) patternProperty(v *jsonValue, matches func(string) bool, sub subschema) {
	for i, p := range v.members {
		if matches(p.key) {
			j.mark(v, i)
			j.part(p.value, sub)
		}
	}
}

// others is "additionalProperties" or "unevaluatedProperties": a subschema for the members that are not marked yet.
func (j *judge) others(v *jsonValue, sub subschema) {
	for i, p := range v.members {
		if !j.marked(i) {
			j.mark(v, i)
			j.part(p.value, sub)
		}
	}
}

// noOthers is others for the subschema false.
func (j *judge) noOthers(v *jsonValue, keyword, location string, known ...string) {
	for i, p := range v.members {
		if !j.marked(i) && !j.tolerant {
			j.refuse(v, keyword, location, shortKey(p.key), func() string {
				return noProperty("", p.key, known)
			})
		}
	}
}

// names is "propertyNames".
func (j *judge) names(v *jsonValue, location string, sub subschema) {
	for _, p := range v.members {
		name := &jsonValue{at: v.at, raw: appendString(nil, p.key), text: p.key}
		if !j.keepsApart(name, sub) {
			j.refuse(v, "propertyNames", location, shortKey(p.key), func() string {
				return noName(p.key)
			})
		}
	}
}

// keepsApart is keeps for a value that is not the current one.
func (j *judge) keepsApart(v *jsonValue, sub subschema) bool {
	inner := judge{tolerant: j.tolerant, silent: true, judged: j.judged}
	sub(&inner, v)
	return !inner.failed
}

// item is an entry of "prefixItems".
func (j *judge) item(v *jsonValue, i int, sub subschema) {
	if i < len(v.elems) {
		j.part(v.elems[i], sub)
	}
}

// items is "items", for the elements from one on.
func (j *judge) items(v *jsonValue, from int, sub subschema) {
	for i := from; i < len(v.elems); i++ {
		j.part(v.elems[i], sub)
	}
}

// noItems is items for the subschema false.
func (j *judge) noItems(v *jsonValue, location string, most int) {
	if len(v.elems) > most {
		j.refuse(v, "items", location, "", func() string {
			return fmt.Sprintf("the array has %s, the maximum is %d", plural(len(v.elems), "element"), most)
		})
	}
}

// unique is "uniqueItems".
func (j *judge) unique(v *jsonValue, location string) {
	first := make(map[int]int, len(v.elems))
	for i, elem := range v.elems {
		class := j.class(elem)
		if k, twice := first[class]; twice {
			j.refuse(v, "uniqueItems", location, "", func() string { return notUnique(k, i) })
			return
		}
		first[class] = i
	}
}

// minProperties and maxProperties are the keywords of those names.
func (j *judge) minProperties(v *jsonValue, location string, least int) {
	if n := len(v.members); v.is(kindObject) && n < least {
		j.refuse(v, "minProperties", location, "", func() string {
			return fewProperties(n, least)
		})
	}
}

func (j *judge) maxProperties(v *jsonValue, location string, most int) {
	if n := len(v.members); n > most {
		j.refuse(v, "maxProperties", location, "", func() string {
			return manyProperties(n, most)
		})
	}
}

// contains is "contains" with its bounds; most is -1 for none.
func (j *judge) contains(v *jsonValue, location string, least, most int, sub subschema) {
	if !v.is(kindArray) {
		return
	}
	n := 0
	for _, elem := range v.elems {
		if j.keepsApart(elem, sub) {
			n++
		}
	}
	switch {
	case n < least:
		j.refuse(v, "contains", location, "", func() string { return contained(n, least, -1) })
	case most >= 0 && n > most:
		j.refuse(v, "contains", location, "", func() string { return contained(n, least, most) })
	}
}

// anyOf is the keyword of that name. Every branch is tried, since each tells which members it knows.
func (j *judge) anyOf(v *jsonValue, location string, branches ...subschema) {
	n := 0
	for _, sub := range branches {
		if j.keeps(v, sub) {
			n++
		}
	}
	if n == 0 {
		j.noBranch(v, "anyOf", location, branches)
	}
}

// oneOf is the keyword of that name. What a newer version may have added can make two branches fit.
func (j *judge) oneOf(v *jsonValue, location string, branches ...subschema) {
	n := 0
	for _, sub := range branches {
		if j.keeps(v, sub) {
			n++
		}
	}
	switch {
	case n == 0:
		j.noBranch(v, "oneOf", location, branches)
	case n > 1 && !j.tolerant:
		j.refuse(v, "oneOf", location, "", func() string { return twoForms })
	}
}

// noBranch refuses a value that none of the branches takes. Where one alone is for its JSON type, that one tells what is
// wrong.
func (j *judge) noBranch(v *jsonValue, keyword, location string, branches []subschema) {
	j.failed = true
	if j.silent {
		return
	}
	var likely []finding
	var want []string
	n := 0
	for _, sub := range branches {
		inner := judge{tolerant: j.tolerant, judged: j.judged}
		sub(&inner, v)
		if len(inner.found) == 0 { // it has been said before
			n++
			continue
		}
		if first := inner.found[0]; first.keyword == "type" && first.at == v.at {
			words, _, _ := strings.Cut(strings.TrimPrefix(first.message, "expected "), ", found ")
			want = append(want, words)
			continue
		}
		n++
		likely = inner.found
	}
	switch {
	case n == 1:
		j.found = append(j.found, likely...)
	case n == 0:
		j.refuse(v, keyword, location, "", func() string { return expected(strings.Join(want, " or "), kindOf(v.raw[0])) })
	default:
		j.refuse(v, keyword, location, "", func() string { return noForm })
	}
}

// not is the keyword of that name.
func (j *judge) not(v *jsonValue, location string, sub subschema) {
	if j.keepsApart(v, sub) {
		j.refuse(v, "not", location, "", func() string { return forbidden })
	}
}

// judged holds what was read since at to a subschema.
func (r *reader) judged(at int, sub subschema) {
	if r.full() {
		return
	}
	known, ok := r.overall.(*judged)
	if !ok {
		known = judgedDocument(r.data)
		r.overall = known
	}
	v := known.values[at]
	if v == nil {
		return // the document turns out not to be JSON further on
	}
	for _, f := range known.judgement(v, r.strict, sub) {
		at, location := f.at, strings.TrimSuffix(f.location, "/"+f.keyword)
		if f.location == location {
			r.add(note{offset: at, error: &ValidationError{Keyword: f.keyword, SchemaLocation: location, Message: f.message}})
			continue
		}
		r.noteAt(at, f.keyword, location, f.property, func() string { return f.message })
	}
}

// judgement returns the violations of a value. Without strict, properties that a closed object does not define are none.
func (known *judged) judgement(v *jsonValue, strict bool, sub subschema) []finding {
	j := judge{judged: known}
	sub(&j, v)
	if !strict && j.failed {
		j = judge{tolerant: true, judged: known}
		sub(&j, v)
	}
	return j.found
}

// judged holds a kept value to a subschema.
func (c *checker) judged(step string, raw json.RawMessage, sub subschema) {
	if raw == nil {
		raw = json.RawMessage("null")
	}
	if notJSON(raw, 0) != "" || c.full() {
		return // which another check tells
	}
	known := judgedDocument(raw)
	found := known.judgement(known.values[skipSpace(raw, 0)], true, sub)
	offsets := make([]int, len(found))
	for i, f := range found {
		offsets[i] = f.at
	}
	since := len(c.errs)
	for i, at := range locate(raw, offsets) {
		f := found[i]
		c.note("", &ValidationError{Keyword: f.keyword, InstanceLocation: at, SchemaLocation: f.location, Property: f.property, Message: f.message})
	}
	if step != "" {
		c.in(since, step)
	}
}

// encoded holds a value to a subschema by its JSON text, which write appends. One that has none is what another check tells.
func (c *checker) encoded(step string, write func(dst []byte) ([]byte, error), sub subschema) {
	if text, err := write(nil); err == nil {
		c.judged(step, text, sub)
	}
}

// anything is the subschema true.
func anything(*judge, *jsonValue) {}
