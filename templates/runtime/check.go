package runtime

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// checker collects what is wrong with a value that was built in Go. Places grow from the inside out: each holder puts
// its step in front of what was added while it looked at a part, so a good value costs nothing.
type checker struct {
	errs ValidationErrors
}

// err gives what was found.
func (c *checker) err() error {
	if len(c.errs) == 0 {
		return nil
	}
	return c.errs
}

// add notes a violation of the keyword at location, at the value at hand or in its part named by step.
func (c *checker) add(step, keyword, location, message string) {
	e := &ValidationError{Keyword: keyword, SchemaLocation: location + "/" + keyword, Message: message}
	if step != "" {
		e.InstanceLocation = "/" + escapePointer(step)
	}
	c.errs = append(c.errs, e)
}

// malformed is add for a keyword that can mean faults of several kinds.
func (c *checker) malformed(keyword, location, message string) {
	c.add("", keyword, location, message)
	c.errs[len(c.errs)-1].kind = ErrMalformed
}

// in puts a step in front of everything that was added since.
func (c *checker) in(since int, step string) {
	for _, e := range c.errs[since:] {
		e.InstanceLocation = "/" + escapePointer(step) + e.InstanceLocation
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
		c.add(step, "minimum", location, fmt.Sprintf("%d is less than the minimum of %d", n, least))
	}
	if n > most {
		c.add(step, "maximum", location, fmt.Sprintf("%d is more than the maximum of %d", n, most))
	}
}

// number checks the spelling.
func (c *checker) number(step string, n json.Number, location string) {
	if !isNumber(string(n)) {
		c.add(step, "type", location, fmt.Sprintf("%q is not a JSON number", short([]byte(n))))
	}
}

// any checks that a kept value is JSON. None stands for null.
func (c *checker) any(step string, raw json.RawMessage, location string) {
	if raw == nil {
		return
	}
	if message := notJSON(raw); message != "" {
		c.add(step, "type", location, message)
	}
}

// notNull checks a value that must not be null.
func (c *checker) notNull(step string, raw json.RawMessage, location string) {
	c.any(step, raw, location)
	if raw == nil || literalAt(raw, skipSpace(raw, 0), "null") {
		c.add(step, "not", location, "null is not allowed here: leave the property out instead")
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

// absent notes a required union that is nil.
func (c *checker) absent(property, location string) {
	c.errs = append(c.errs, &ValidationError{
		Keyword: "required", SchemaLocation: location, Property: property,
		Message: fmt.Sprintf("%q is missing: the value is nil", property),
	})
}

// extra checks what an object carries beyond its own members.
func (c *checker) extra(s *shape, m map[string]json.RawMessage) {
	if len(m) == 0 {
		return
	}
	var few [32]string
	for _, key := range sortedKeys(few[:0], m) {
		switch {
		case s.has(key):
			c.add(key, "type", s.location(), fmt.Sprintf("Extra has %q, which is a member of its own", key))
		case s.closed != "":
			c.add("", s.closed, s.location(), fmt.Sprintf("%s has no property %q", s.definition, short([]byte(key))))
			c.errs[len(c.errs)-1].Property = key
		default:
			c.any(key, m[key], s.location())
		}
	}
}

// unknown checks a value of an unknown variant: its bytes, and that the protocol does not have it.
func (c *checker) unknown(u *union, tag string, raw json.RawMessage) {
	if message := notJSON(raw); message != "" {
		c.add("", "type", "#/$defs/"+u.definition, message)
	}
	c.add("", "oneOf", "#/$defs/"+u.definition, fmt.Sprintf("%s has no variant with %s %q", u.definition, u.tag, short([]byte(tag))))
}

// both notes a union of a text and a list that has both.
func (c *checker) both(location, definition string) {
	c.malformed("oneOf", location, fmt.Sprintf("the %s has a text and parts: leave one of them empty", definition))
}

// none notes a union or object that is nil.
func (c *checker) none(definition, keyword string) {
	c.malformed(keyword, "#/$defs/"+definition, fmt.Sprintf("there is no %s: the value is nil", definition))
}

// outside notes a word that is not among an enum's values.
func (c *checker) outside(keyword, location, word string, values []string) {
	message := fmt.Sprintf("%q is not one of the values allowed here", short([]byte(word)))
	if near, ok := nearest(word, values); ok {
		message += fmt.Sprintf(": did you mean %q?", near)
	}
	c.add("", keyword, location, message)
}

// noDefinition is the error for a name that the schema does not define.
func noDefinition(name string, known []string) error {
	message := fmt.Sprintf("the schema has no definition %q", short([]byte(name)))
	if near, ok := nearest(name, known); ok {
		message += fmt.Sprintf(": did you mean %q?", near)
	}
	return errors.New(message)
}
