package runtime

import (
	"fmt"
	"slices"
	"strconv"
)

// The functions of this file are the sentences about the shape of a document: its types, its members, its words. Those about
// a single value stand with their checks. aguigen validate says them too.

// expected says that a value of another type belongs there.
func expected(want, found string) string { return fmt.Sprintf("expected %s, found %s", want, found) }

// leaveOut is what to do about null in the place of an optional property.
const leaveOut = ": leave the property out instead"

// onlyConstant says that a constant belongs there, which is spelled as JSON.
func onlyConstant(want, found string) string {
	return fmt.Sprintf("found %s where only %s is allowed", found, want)
}

// notAllowed says that a value is none of those that are listed. Words are likened to the listed ones.
func notAllowed(found, word string, words []string) string {
	return found + " is not one of the values allowed here" + didYouMean(word, words)
}

// notListed is notAllowed, or onlyConstant for the keyword "const".
func notListed(keyword, found, word string, values []string) string {
	if keyword == "const" {
		return onlyConstant(strconv.Quote(values[0]), found)
	}
	return notAllowed(found, word, values)
}

// lacks says that an object is without a required property. others are the keys that its definition does not have.
func lacks(definition, property string, others []string) string {
	message := fmt.Sprintf("missing required property %q", property)
	if definition != "" {
		message = definition + ": " + message
	}
	if near, ok := otherSpelling(property, others); ok {
		message += fmt.Sprintf(": it has %q, did you mean %q?", near, property)
	}
	return message
}

// noProperty says that an object has a property too many.
func noProperty(definition, property string, known []string) string {
	if definition == "" {
		definition = "the object"
	}
	return fmt.Sprintf("%s has no property %q%s", definition, short([]byte(property)), didYouMean(property, known))
}

// objectWith is what belongs in the place of a union's variant.
func objectWith(tag string) string { return fmt.Sprintf("an object with %q", tag) }

// noVariant says that no variant of a union has this discriminator.
func noVariant(definition, tag, value string, values []string) string {
	if definition == "" {
		definition = "the union"
	}
	sentence := fmt.Sprintf("%s has no variant with %s %q", definition, tag, short([]byte(value)))
	if slices.Contains(values, value) { // whose value was not read as that variant
		return sentence
	}
	if hint := didYouMean(value, values); hint != "" {
		return sentence + hint
	}
	return sentence + ": it belongs to another version or to another protocol"
}

// noTag says that a discriminator is no string.
func noTag(tag, found string) string { return fmt.Sprintf("%q is %s, not a string", tag, found) }

// noNull says that any value but null belongs there.
const noNull = "null is not allowed here"

// The sentences about values that are held to subschemas.
const (
	noForm      = "this is none of the forms that are allowed here"
	twoForms    = "two of the forms that exclude each other fit this value"
	forbidden   = "the schema forbids this value"
	noneAllowed = "no value is allowed here"
)

// notUnique says that two elements are equal.
func notUnique(first, second int) string {
	return fmt.Sprintf("the elements %d and %d are equal", first, second)
}

// contained says that too few or too many elements are what an array has to contain; most is -1 where only too few can be.
func contained(n, least, most int) string {
	subject := plural(n, "element") + " are"
	if n == 1 {
		subject = "1 element is"
	}
	switch {
	case most >= 0:
		return fmt.Sprintf("%s what the array has to contain, the maximum is %d", subject, most)
	case n == 0 && least == 1:
		return "none of the elements is what the array has to contain"
	default:
		return fmt.Sprintf("%s what the array has to contain, the minimum is %d", subject, least)
	}
}

// fewProperties and manyProperties say how many properties an object has.
func fewProperties(n, least int) string {
	return fmt.Sprintf("the object has %s, the minimum is %d", plural(n, "property"), least)
}

func manyProperties(n, most int) string {
	return fmt.Sprintf("the object has %s, the maximum is %d", plural(n, "property"), most)
}

// noName says that a property may not be called so.
func noName(name string) string {
	return fmt.Sprintf("%q cannot be the name of a property", short([]byte(name)))
}

// depends says that a property is missing that another one requires.
func depends(missing, by string) string {
	return fmt.Sprintf("missing property %q, which %q requires", missing, by)
}

// didYouMean is the end of a sentence about a name that nobody knows: what it was meant to be, if that can be told.
func didYouMean(name string, known []string) string {
	if near, ok := nearest(name, known); ok {
		return fmt.Sprintf(": did you mean %q?", near)
	}
	return ""
}

// shown is a value, which starts with these bytes, as a sentence has it: a text or a number as it is, else its type.
func shown(data []byte) string {
	if len(data) == 0 {
		return "nothing"
	}
	switch c := data[0]; {
	case c == '"':
		end, bad := skipString(data, 0)
		if bad != noFault {
			return kindOf(c)
		}
		return strconv.Quote(short(unescaped(data[1 : end-1])))
	case c == '-' || '0' <= c && c <= '9':
		end, _ := skipNumber(data, 0)
		return short(data[:end])
	default:
		return kindOf(c)
	}
}
