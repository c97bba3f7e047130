package runtime

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The functions of this file check the keywords of a schema. Each takes a value and the argument of a keyword, and
// returns the message for a violation, or "". Decoding and Validate call the same functions.

// pattern checks a string against a regular expression, using matches.
func pattern(s string, matches func(string) bool, text string) string {
	if matches(s) {
		return ""
	}
	return fmt.Sprintf("%q does not match %s", short([]byte(s)), text)
}

// minimum checks that a number is not too small.
func minimum[N int64 | float64 | json.Number](n N, least string) string {
	if s := spelled(n); isNumber(s) && parsed([]byte(s)).less(parsed([]byte(least))) {
		return fmt.Sprintf("%s is less than the minimum of %s", short([]byte(s)), least)
	}
	return ""
}

// maximum checks that a number is not too large.
func maximum[N int64 | float64 | json.Number](n N, most string) string {
	if s := spelled(n); isNumber(s) && parsed([]byte(most)).less(parsed([]byte(s))) {
		return fmt.Sprintf("%s is more than the maximum of %s", short([]byte(s)), most)
	}
	return ""
}

// exclusiveMinimum checks that a number is above a limit.
func exclusiveMinimum[N int64 | float64 | json.Number](n N, least string) string {
	if s := spelled(n); isNumber(s) && !parsed([]byte(least)).less(parsed([]byte(s))) {
		return fmt.Sprintf("%s is not more than %s", short([]byte(s)), least)
	}
	return ""
}

// exclusiveMaximum checks that a number is below a limit.
func exclusiveMaximum[N int64 | float64 | json.Number](n N, most string) string {
	if s := spelled(n); isNumber(s) && !parsed([]byte(s)).less(parsed([]byte(most))) {
		return fmt.Sprintf("%s is not less than %s", short([]byte(s)), most)
	}
	return ""
}

// multipleOf checks that a number is a multiple of another one, both as exact decimals.
func multipleOf[N int64 | float64 | json.Number](n N, of string) string {
	if s := spelled(n); isNumber(s) && !parsed([]byte(s)).isMultiple(parsed([]byte(of))) {
		return fmt.Sprintf("%s is not a multiple of %s", short([]byte(s)), of)
	}
	return ""
}

// isMultiple divides without writing out the zeros of an exponent, in time linear in the number of digits.
func (d decimal) isMultiple(of decimal) bool {
	const chunk = 18 // digits that fit into 64 bits
	shift := d.point - int64(len(d.digits)) - (of.point - int64(len(of.digits)))
	switch {
	case d.digits == "":
		return true
	case shift < 0: // the last digit is not 0, so no power of ten divides the digits
		return false
	}
	m, _ := new(big.Int).SetString(of.digits, 10)
	rest, part, ten := new(big.Int), new(big.Int), big.NewInt(10)
	for digits := d.digits; digits != ""; {
		n := min(chunk, len(digits))
		value, _ := strconv.ParseInt(digits[:n], 10, 64)
		rest.Mul(rest, part.Exp(ten, big.NewInt(int64(n)), nil))
		rest.Add(rest, part.SetInt64(value)).Mod(rest, m)
		digits = digits[n:]
	}
	rest.Mul(rest, part.Exp(ten, big.NewInt(shift), m))
	return rest.Mod(rest, m).Sign() == 0
}

// spelled returns a number as spelled in JSON.
func spelled[N int64 | float64 | json.Number](n N) string {
	switch n := any(n).(type) {
	case int64:
		return strconv.FormatInt(n, 10)
	case float64:
		text, _ := appendFloat(nil, n) // empty if n is not finite
		return string(text)
	case json.Number:
		return string(n)
	}
	panic("a number of another type")
}

// minItems checks that an array has enough elements.
func minItems(n, least int) string {
	if n >= least {
		return ""
	}
	return fmt.Sprintf("the array has %s, the minimum is %d", plural(n, "element"), least)
}

// maxItems checks that an array has not too many elements.
func maxItems(n, most int) string {
	if n <= most {
		return ""
	}
	return fmt.Sprintf("the array has %s, the maximum is %d", plural(n, "element"), most)
}

// minLength checks that a string has enough characters.
func minLength(s string, least int) string {
	if len(s) >= utf8.UTFMax*least { // no character is more than four bytes
		return ""
	}
	if n := utf8.RuneCountInString(s); n < least {
		return fmt.Sprintf("the string has %s, the minimum is %d", plural(n, "character"), least)
	}
	return ""
}

// maxLength checks that a string has not too many characters.
func maxLength(s string, most int) string {
	if len(s) <= most { // no character is less than a byte
		return ""
	}
	if n := utf8.RuneCountInString(s); n > most {
		return fmt.Sprintf("the string has %s, the maximum is %d", plural(n, "character"), most)
	}
	return ""
}

// plural returns a number with a noun: 1 element, 2 elements.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if stem, ok := strings.CutSuffix(what, "y"); ok {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// origin is the start of a value, and the number of violations before it.
type origin struct{ at, violations int }

func (r *reader) origin() origin { return origin{r.pos, r.violations} }

// sound reports whether the value from o has the right type, so that its keywords apply, and the list of violations is
// not full.
func (r *reader) sound(o origin) bool { return !r.full() && r.violations == o.violations }

// opened is sound for an array or an object, whose parts may have violations of their own.
func (r *reader) opened(o origin, bracket byte) bool { return !r.full() && r.data[o.at] == bracket }

// rule records the violation of a keyword by the value from o.
func (r *reader) rule(o origin, keyword, location, refused string) {
	if refused != "" {
		r.noteAt(o.at, keyword, location, "", func() string { return refused })
	}
}

// rule records the violation of a keyword.
func (c *checker) rule(step, keyword, location, refused string) {
	if refused != "" {
		c.add(step, keyword, location, func() string { return refused })
	}
}
