package runtime

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// checker collects the violations of a value that was built in Go. Places are built from the inside out: each
// container prepends its step to the violations found in its parts, so a valid value costs nothing.
type checker struct {
	errs ValidationErrors
}

// err returns the violations as an error.
func (c *checker) err() error {
	if len(c.errs) == 0 {
		return nil
	}
	return c.errs
}

// add records a violation of the keyword at location, in the current value or in its part named by step. The message is
// built only if the list is not full.
func (c *checker) add(step, keyword, location string, message func() string) {
	if !c.full() {
		c.note(step, &ValidationError{Keyword: keyword, SchemaLocation: location + "/" + keyword, Message: message()})
	}
}

// malformed is add for a keyword that stands for faults of several kinds, with the kind ErrMalformed.
func (c *checker) malformed(keyword, location string, message func() string) {
	if !c.full() {
		c.note("", &ValidationError{Keyword: keyword, SchemaLocation: location + "/" + keyword, Message: message(), kind: ErrMalformed})
	}
}

// notJSON records a kept value that is not JSON, which violates no keyword of the schema.
func (c *checker) notJSON(step, message string) {
	if !c.full() {
		c.note(step, &ValidationError{Message: message, kind: ErrMalformed})
	}
}

// full reports whether the list of violations is full.
func (c *checker) full() bool { return len(c.errs) > maxFindings }

// note records a violation, and truncates the list when it is full.
func (c *checker) note(step string, e *ValidationError) {
	if len(c.errs) == maxFindings {
		e = &ValidationError{Message: tooMany}
	} else if step != "" {
		e.InstanceLocation = shortPointer("/" + escapePointer(step))
	}
	c.errs = append(c.errs, e)
}

// in prepends a step to the places of everything recorded since.
func (c *checker) in(since int, step string) {
	for _, e := range c.errs[since:] {
		if e.Message != tooMany {
			e.InstanceLocation = shortPointer("/" + escapePointer(step) + e.InstanceLocation)
		}
	}
}

// item is in for an element of a list.
func (c *checker) item(since int, i int) {
	if len(c.errs) > since {
		c.in(since, strconv.Itoa(i))
	}
}

// integer checks bounds.
func (c *checker) integer(step string, n, least, most int64, location string) {
	if n < least {
		c.add(step, "minimum", location, func() string { return fmt.Sprintf("%d is less than the minimum of %d", n, least) })
	}
	if n > most {
		c.add(step, "maximum", location, func() string { return fmt.Sprintf("%d is more than the maximum of %d", n, most) })
	}
}

// float checks that JSON can express a number.
func (c *checker) float(step string, f float64, location string) {
	if message := notFinite(f); message != "" {
		c.add(step, "type", location, func() string { return message })
	}
}

// number checks that a number is spelled as in JSON.
func (c *checker) number(step string, n json.Number, location string) {
	if !isNumber(string(n)) {
		c.add(step, "type", location, func() string { return fmt.Sprintf("%q is not a JSON number", short([]byte(n))) })
	}
}

// any checks that a kept value is JSON; nil is null.
func (c *checker) any(step string, raw json.RawMessage, location string) {
	if raw == nil {
		return
	}
	if message := notJSON(raw, 0); message != "" {
		c.notJSON(step, message)
	}
}

// notNull checks a value that must not be null.
func (c *checker) notNull(step string, raw json.RawMessage, location string) {
	c.any(step, raw, location)
	if raw == nil || literalAt(raw, skipSpace(raw, 0), "null") {
		c.add(step, "not", location, func() string { return noNull })
	}
}

// openMap checks the values of an object of free members.
func (c *checker) openMap(step string, m map[string]json.RawMessage, location string) {
	since := len(c.errs)
	var few [32]string
	for _, key := range sortedKeys(few[:0], m) {
		c.any(key, m[key], location)
	}
	c.in(since, step)
}

// isNil returns the violation by nil of the rule at a place in the schema.
func isNil(definition, rule string) *ValidationError {
	return &ValidationError{
		Keyword: rule[strings.LastIndexByte(rule, '/')+1:], SchemaLocation: rule, Message: fmt.Sprintf("%s is nil", definition),
		kind: ErrMalformed,
	}
}

// absent records a required union that is nil.
func (c *checker) absent(property, location string) {
	if !c.full() {
		c.note("", &ValidationError{
			Keyword: "required", SchemaLocation: location, Property: property,
			Message: lacks("", property, nil) + ": the value is nil",
		})
	}
}

// extra checks the extra members of an object.
func (c *checker) extra(s *shape, m map[string]json.RawMessage) {
	if len(m) == 0 {
		return
	}
	var few [32]string
	for _, key := range sortedKeys(few[:0], m) {
		switch {
		case s.has(key):
			c.add(key, "type", s.location(), func() string { return fmt.Sprintf("Extra has %q, which is a member of its own", key) })
		case s.closed != "":
			if !c.full() {
				c.note("", &ValidationError{
					Keyword: s.closed, SchemaLocation: s.location() + "/" + s.closed, Property: shortKey(key),
					Message: noProperty(s.called(), key, names(s.members)),
				})
			}
		default:
			c.any(key, m[key], s.location())
		}
	}
}

// unknown checks a value of an unknown variant: that it is JSON, and that the protocol does not define it.
func (c *checker) unknown(u *union, tag string, raw json.RawMessage) {
	if message := notJSON(raw, 0); message != "" {
		c.notJSON("", message)
	}
	c.add("", u.unionKeyword(), u.location(), func() string {
		return u.noVariant([]byte(tag))
	})
}

// both records a union of a text and a list that has both.
func (c *checker) both(location, definition string) {
	c.malformed("oneOf", location, func() string {
		return fmt.Sprintf("the %s has a text and parts: leave one of them empty", definition)
	})
}

// one notes a union of which none of the fields is set, or several are.
func (c *checker) one(keyword, location, definition string, set ...bool) {
	n := 0
	for _, is := range set {
		if is {
			n++
		}
	}
	if n != 1 {
		c.malformed(keyword, location, func() string {
			return fmt.Sprintf("the %s has %s, it has to have one", definition, plural(n, "value"))
		})
	}
}

// isNil records a union or object that is nil.
func (c *checker) isNil(definition, rule string) {
	if !c.full() {
		c.note("", isNil(definition, rule))
	}
}

// notInEnum records a word that is not a value of an enum.
func (c *checker) notInEnum(keyword, location, word string, values []string) {
	c.malformed(keyword, location, func() string {
		return notListed(keyword, strconv.Quote(short([]byte(word))), word, values)
	})
}

// noDefinition is the error for a name that the schema does not define.
func noDefinition(name string, known []string) error {
	return fmt.Errorf("the schema has no definition %q%s", short([]byte(name)), didYouMean(name, known))
}
