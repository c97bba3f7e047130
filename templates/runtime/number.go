package runtime

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// integer reads an integer between least and most. As in JSON Schema, 3.0 and 1e3 are integers.
func (r *reader) integer(location string, least, most int64) int64 {
	start := r.pos
	if c := r.peek(); c != '-' && (c < '0' || c > '9') {
		r.mismatch(location, "an integer")
		return 0
	}
	end, bad := skipNumber(r.data, start)
	if bad != noFault {
		r.fail(bad)
		return 0
	}
	r.pos = end
	n, kind := parseInteger(r.data[start:end])
	switch {
	case kind == fraction:
		r.noteAt(start, "type", location, "", func() string { return expected("an integer", short(r.data[start:end])) })
	case kind == tooSmall || kind == whole && n < least:
		r.noteAt(start, "minimum", location, "", func() string {
			return fmt.Sprintf("%s is less than the minimum of %d", short(r.data[start:end]), least)
		})
	case kind == tooLarge || n > most:
		r.noteAt(start, "maximum", location, "", func() string {
			return fmt.Sprintf("%s is more than the maximum of %d", short(r.data[start:end]), most)
		})
	default:
		return n
	}
	return 0
}

// integerPtr reads an optional integer.
func (r *reader) integerPtr(location string, least, most int64) *int64 {
	return r.newInt(r.integer(location, least, most))
}

// boolean reads true or false.
func (r *reader) boolean(location string) bool {
	switch {
	case literalAt(r.data, r.pos, "true"):
		r.pos += len("true")
		return true
	case literalAt(r.data, r.pos, "false"):
		r.pos += len("false")
	default:
		r.mismatch(location, "a boolean")
	}
	return false
}

// booleanPtr reads an optional boolean.
func (r *reader) booleanPtr(location string) *bool {
	b := r.boolean(location)
	return &b
}

// magnitude says how a number relates to the 64-bit integers.
type magnitude uint8

const (
	whole magnitude = iota
	fraction
	tooSmall
	tooLarge
)

// parseInteger returns the integer value of a JSON number, which may have a point or an exponent.
func parseInteger(b []byte) (int64, magnitude) {
	if len(b) < 19 {
		var n int64
		digits := b
		if b[0] == '-' {
			digits = b[1:]
		}
		for _, c := range digits {
			if c < '0' || c > '9' {
				return parseDecimal(b)
			}
			n = n*10 + int64(c-'0')
		}
		if b[0] == '-' {
			n = -n
		}
		return n, whole
	}
	return parseDecimal(b)
}

// parseDecimal handles every spelling. It shifts the point by the exponent without writing out the zeros.
func parseDecimal(b []byte) (int64, magnitude) {
	digits, point, negative := significant(b)
	switch {
	case len(digits) == 0:
		return 0, whole
	case point < int64(len(digits)):
		return 0, fraction
	case point > 19:
		return 0, beyond(negative)
	}
	for int64(len(digits)) < point {
		digits = append(digits, '0')
	}
	if negative {
		digits = append([]byte{'-'}, digits...)
	}
	n, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil {
		return 0, beyond(negative)
	}
	return n, whole
}

// significant returns a number's digits without the zeros around them, and the position of the point: 0 is before
// the first digit.
func significant(b []byte) (digits []byte, point int64, negative bool) {
	if b[0] == '-' {
		negative, b = true, b[1:]
	}
	fractional := false
	for i, c := range b {
		if c|0x20 == 'e' {
			point += exponent(b[i+1:])
			break
		}
		if c == '.' {
			fractional = true
			continue
		}
		if !fractional && (len(digits) > 0 || c != '0') {
			point++
		}
		if fractional && len(digits) == 0 && c == '0' {
			point--
		}
		if len(digits) > 0 || c != '0' {
			digits = append(digits, c)
		}
	}
	for len(digits) > 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	return digits, point, negative
}

// exponent parses an exponent. Its exact value does not matter beyond what the digits of a document can
// balance.
func exponent(b []byte) int64 {
	const limit = 1 << 40 // more than the digits of any document, and far from overflow
	n, sign := int64(0), int64(1)
	for _, c := range b {
		switch {
		case c == '-':
			sign = -1
		case c != '+':
			n = min(n*10+int64(c-'0'), limit)
		}
	}
	return sign * n
}

func beyond(negative bool) magnitude {
	if negative {
		return tooSmall
	}
	return tooLarge
}

// decimal is a parsed number for exact comparison.
type decimal struct {
	digits   string
	point    int64
	negative bool
}

func parsed(b []byte) decimal {
	digits, point, negative := significant(b)
	if len(digits) == 0 {
		return decimal{}
	}
	return decimal{string(digits), point, negative}
}

// less compares two numbers.
func (d decimal) less(e decimal) bool {
	if d.negative != e.negative {
		return d.negative
	}
	if d.negative {
		d, e = e, d
	}
	switch {
	case d.digits == "" || e.digits == "":
		return d.digits == "" && e.digits != ""
	case d.point != e.point:
		return d.point < e.point
	default:
		return d.digits < e.digits
	}
}

// number reads a number of any size and preserves its spelling.
func (r *reader) number(location string) json.Number {
	start := r.pos
	if c := r.peek(); c != '-' && (c < '0' || c > '9') {
		r.mismatch(location, "a number")
		return ""
	}
	end, bad := skipNumber(r.data, start)
	if bad != noFault {
		r.fail(bad)
		return ""
	}
	r.pos = end
	return json.Number(text(r.hold(r.data[start:end])))
}

// numberPtr reads an optional number.
func (r *reader) numberPtr(location string) *json.Number {
	n := r.number(location)
	return &n
}

// float reads a number as the nearest float64.
func (r *reader) float(location string) float64 {
	start := r.pos
	if c := r.peek(); c != '-' && (c < '0' || c > '9') {
		r.mismatch(location, "a number")
		return 0
	}
	end, bad := skipNumber(r.data, start)
	if bad != noFault {
		r.fail(bad)
		return 0
	}
	r.pos = end
	f, err := strconv.ParseFloat(text(r.data[start:end]), 64)
	if err != nil { // of all JSON numbers only too large ones fail
		r.noteAt(start, "type", location, "", func() string { return short(r.data[start:end]) + " is too large for a float64" })
		return 0
	}
	return f
}

// floatPtr reads an optional number.
func (r *reader) floatPtr(location string) *float64 {
	f := r.float(location)
	return &f
}

// digits returns the number from o on, as spelled in the document.
func (r *reader) digits(o origin) json.Number { return json.Number(text(r.data[o.at:r.pos])) }

// isNumber reports whether s is a JSON number.
func isNumber(s string) bool {
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return false
	}
	end, bad := skipNumber([]byte(s), 0)
	return bad == noFault && end == len(s)
}
