package runtime

import (
	"fmt"
	"slices"
	"strconv"
)

// The functions of this file return messages about the shape of a document: its types, members and enum values.
// Messages about a single value are with their checks. aguigen validate uses them too.

// expected returns the message for a value of the wrong type.
func expected(want, found string) string { return fmt.Sprintf("expected %s, found %s", want, found) }

// leaveOut is the advice for null as an optional property.
const leaveOut = ": leave the property out instead"

// onlyConstant returns the message for a value other than a constant, which is spelled as JSON.
func onlyConstant(want, found string) string {
	return fmt.Sprintf("found %s where only %s is allowed", found, want)
}

// notAllowed returns the message for a value that is not listed. It suggests a similar listed word.
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

// lacks returns the message for a missing required property. others are the keys of the object that its
// definition lacks.
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

// noProperty returns the message for a property that an object may not have.
func noProperty(definition, property string, known []string) string {
	if definition == "" {
		definition = "the object"
	}
	return fmt.Sprintf("%s has no property %q%s", definition, short([]byte(property)), didYouMean(property, known))
}

// objectWith describes the object that a union expects.
func objectWith(tag string) string { return fmt.Sprintf("an object with %q", tag) }

// noVariant returns the message for a discriminator that no variant of a union has.
func noVariant(definition, tag, value string, values []string) string {
	if definition == "" {
		definition = "the union"
	}
	sentence := fmt.Sprintf("%s has no variant with %s %q", definition, tag, short([]byte(value)))
	if slices.Contains(values, value) { // the variant is known, but the value was not read as that variant
		return sentence
	}
	if hint := didYouMean(value, values); hint != "" {
		return sentence + hint
	}
	return sentence + ": it belongs to another version or to another protocol"
}

// noTag is the message for a discriminator that is not a string.
func noTag(tag, found string) string { return fmt.Sprintf("%q is %s, not a string", tag, found) }

// noNull is the message for null where any other value is allowed.
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

// didYouMean returns the end of a message about an unknown name: the known name that it seems to mean, if
// there is one.
func didYouMean(name string, known []string) string {
	if near, ok := nearest(name, known); ok {
		return fmt.Sprintf(": did you mean %q?", near)
	}
	return ""
}

// shown returns a value, which starts with the given bytes, for a message: a text or a number itself,
// otherwise its type.
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
