package runtime

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The functions of this file hold the rules of a schema. Each takes what a rule is about and what the rule says, and
// returns the sentence for what it refuses, or "". Reading and Validate call the same ones.

// pattern holds a string to a regular expression, which matches decides.
func pattern(s string, matches func(string) bool, text string) string {
	if matches(s) {
		return ""
	}
	return fmt.Sprintf("%q does not match %s", short([]byte(s)), text)
}

// minimum holds a number to its least value.
func minimum[N int64 | float64 | json.Number](n N, least string) string {
	if s := spelled(n); isNumber(s) && parsed([]byte(s)).less(parsed([]byte(least))) {
		return fmt.Sprintf("%s is less than the minimum of %s", short([]byte(s)), least)
	}
	return ""
}

// maximum holds a number to its greatest value.
func maximum[N int64 | float64 | json.Number](n N, most string) string {
	if s := spelled(n); isNumber(s) && parsed([]byte(most)).less(parsed([]byte(s))) {
		return fmt.Sprintf("%s is more than the maximum of %s", short([]byte(s)), most)
	}
	return ""
}

// exclusiveMinimum holds a number above a value.
func exclusiveMinimum[N int64 | float64 | json.Number](n N, least string) string {
	if s := spelled(n); isNumber(s) && !parsed([]byte(least)).less(parsed([]byte(s))) {
		return fmt.Sprintf("%s is not more than %s", short([]byte(s)), least)
	}
	return ""
}

// exclusiveMaximum holds a number below a value.
func exclusiveMaximum[N int64 | float64 | json.Number](n N, most string) string {
	if s := spelled(n); isNumber(s) && !parsed([]byte(s)).less(parsed([]byte(most))) {
		return fmt.Sprintf("%s is not less than %s", short([]byte(s)), most)
	}
	return ""
}

// multipleOf holds a number to multiples of another one, both as the decimals that they are.
func multipleOf[N int64 | float64 | json.Number](n N, of string) string {
	if s := spelled(n); isNumber(s) && !parsed([]byte(s)).isMultiple(parsed([]byte(of))) {
		return fmt.Sprintf("%s is not a multiple of %s", short([]byte(s)), of)
	}
	return ""
}

// isMultiple divides without writing out the zeros of an exponent, in a time that is linear in the digits.
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

// spelled is a number as JSON spells it.
func spelled[N int64 | float64 | json.Number](n N) string {
	switch n := any(n).(type) {
	case int64:
		return strconv.FormatInt(n, 10)
	case float64:
		text, _ := appendFloat(nil, n) // nothing for what is not finite
		return string(text)
	case json.Number:
		return string(n)
	}
	panic("a number of another type")
}

// minItems holds an array to its least number of elements.
func minItems(n, least int) string {
	if n >= least {
		return ""
	}
	return fmt.Sprintf("the array has %s, the minimum is %d", plural(n, "element"), least)
}

// maxItems holds an array to its greatest number of elements.
func maxItems(n, most int) string {
	if n <= most {
		return ""
	}
	return fmt.Sprintf("the array has %s, the maximum is %d", plural(n, "element"), most)
}

// minLength holds a string to its least number of characters.
func minLength(s string, least int) string {
	if len(s) >= utf8.UTFMax*least { // no character is more than four bytes
		return ""
	}
	if n := utf8.RuneCountInString(s); n < least {
		return fmt.Sprintf("the string has %s, the minimum is %d", plural(n, "character"), least)
	}
	return ""
}

// maxLength holds a string to its greatest number of characters.
func maxLength(s string, most int) string {
	if len(s) <= most { // no character is less than a byte
		return ""
	}
	if n := utf8.RuneCountInString(s); n > most {
		return fmt.Sprintf("the string has %s, the maximum is %d", plural(n, "character"), most)
	}
	return ""
}

// plural counts things: 1 element, 2 elements.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if stem, ok := strings.CutSuffix(what, "y"); ok {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// origin is where a value starts, and how many violations there were before it.
type origin struct{ at, violations int }

func (r *reader) origin() origin { return origin{r.pos, r.violations} }

// sound reports whether the value from o is of its type, so that its rules have a meaning, and there is room for what they
// refuse.
func (r *reader) sound(o origin) bool { return !r.full() && r.violations == o.violations }

// opened is sound for an array or an object, whose parts may have violations of their own.
func (r *reader) opened(o origin, bracket byte) bool { return !r.full() && r.data[o.at] == bracket }

// rule notes what a rule refuses of the value from o.
func (r *reader) rule(o origin, keyword, location, refused string) {
	if refused != "" {
		r.noteAt(o.at, keyword, location, "", func() string { return refused })
	}
}

// rule adds what a rule refuses.
func (c *checker) rule(step, keyword, location, refused string) {
	if refused != "" {
		c.add(step, keyword, location, func() string { return refused })
	}
}
