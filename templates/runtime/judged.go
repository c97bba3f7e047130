package runtime

import (
	"slices"
	"strconv"
)

// judged is what is known of a document that is held to subschemas, whatever part of it and however often: each value is taken
// apart once, and held once to what several rules refer to. So the time stays linear in the document, but for sorting.
type judged struct {
	values    map[int]*jsonValue // by where they start; empty for what is not JSON
	verdicts  map[visit]*verdict
	constants map[string]*jsonValue // of the schema
	classes   map[string]int        // of equal values
}

// visit is a value that is held to a subschema, named by its place.
type visit struct {
	value    *jsonValue
	to       string
	tolerant bool
}

// verdict is what came of a visit.
type verdict struct {
	failed, reported bool
	seen             []bool
	before           bool // whether the judge had failed before
}

// judgedDocument takes a document apart.
func judgedDocument(data []byte) *judged {
	known := &judged{
		values: map[int]*jsonValue{}, verdicts: map[visit]*verdict{}, constants: map[string]*jsonValue{}, classes: map[string]int{},
	}
	start := skipSpace(data, 0)
	if end, bad := skipValue(data, start, 0); bad == noFault && skipSpace(data, end) == len(data) {
		parseValue(data, start, known.values)
	}
	return known
}

// constant returns a value of the schema.
func (known *judged) constant(text string) *jsonValue {
	v := known.constants[text]
	if v == nil {
		v, _ = parseValue([]byte(text), 0, nil)
		known.constants[text] = v
	}
	return v
}

// knows starts a visit to the subschema at a place, and reports whether there is nothing to do: the value has been there.
// Otherwise left ends the visit.
func (j *judge) knows(v *jsonValue, to string) bool {
	at := visit{v, to, j.tolerant}
	had := j.verdicts[at]
	if had == nil || had.failed && !had.reported && !j.silent {
		j.verdicts[at] = &verdict{reported: !j.silent, before: j.failed}
		j.failed = false
		return false
	}
	j.failed = j.failed || had.failed
	if !had.failed {
		j.learn(slices.Clone(had.seen))
	}
	return true
}

// left ends a visit.
func (j *judge) left(v *jsonValue, to string) {
	had := j.verdicts[visit{v, to, j.tolerant}]
	had.failed, had.seen = j.failed, slices.Clone(j.seen)
	j.failed = j.failed || had.before
}

// class numbers a value so that equal ones, and no others, have the same number: 1.0 is 1, and the order of members does not
// count.
func (known *judged) class(v *jsonValue) int {
	if v.class > 0 {
		return v.class
	}
	var key []byte
	switch kind := v.kind(); {
	case kind == kindString:
		key = append([]byte{'"'}, v.text...)
	case kind&kindNumber != 0:
		d := parsed(v.raw)
		key = append(strconv.AppendInt(strconv.AppendBool(nil, d.negative), d.point, 10), ' ')
		key = append(key, d.digits...)
	case kind == kindArray:
		key = append(key, '[')
		for _, e := range v.elems {
			key = append(strconv.AppendInt(key, int64(known.class(e)), 32), ',')
		}
	case kind == kindObject:
		key = known.members(v)
	default:
		key = v.raw
	}
	n, met := known.classes[string(key)]
	if !met {
		n = len(known.classes) + 1
		known.classes[string(key)] = n
	}
	v.class = n
	return n
}

// members is the key of an object.
func (known *judged) members(v *jsonValue) []byte {
	order := make([]int, len(v.members))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if v.members[a].key < v.members[b].key {
			return -1
		}
		return 1
	})
	key := []byte{'{'}
	for _, i := range order {
		m := v.members[i]
		key = append(strconv.AppendInt(append(strconv.AppendQuote(key, m.key), ':'), int64(known.class(m.value)), 32), ',')
	}
	return key
}
