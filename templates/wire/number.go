package wire

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
)

// numberEnd returns the end of the JSON number at i, or -1.
func numberEnd(b []byte, i int) int {
	if i < len(b) && b[i] == '-' {
		i++
	}
	digits := func() bool {
		start := i
		for i < len(b) && '0' <= b[i] && b[i] <= '9' {
			i++
		}
		return i > start
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if !digits() {
		return -1
	}
	if i < len(b) && b[i] == '.' {
		if i++; !digits() {
			return -1
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		if i++; i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if !digits() {
			return -1
		}
	}
	return i
}

// double returns the double nearest to a JSON number, and whether a receiver that prints it gets the same number: the
// text is the shortest one for the double, or the double's exact value.
func double(text []byte) (f float64, exact bool) {
	if n, ok := smallInteger(text); ok {
		return n, true
	}
	f, err := strconv.ParseFloat(str(text), 64)
	if err != nil { // out of range
		return math.Copysign(math.MaxFloat64, f), false
	}
	var few [64]byte
	want := digitsOf(text, few[:0])
	if len(want.digits) <= 15 && -300 < want.exponent && want.exponent < 300 {
		return f, true // different numbers with so few digits are different doubles
	}
	return f, want.standsFor(f, text)
}

// standsFor reports whether a number is the shortest text for a double, or its exact value.
func (d decimal) standsFor(f float64, text []byte) bool {
	var more, digits [800]byte
	if d.equal(digitsOf(strconv.AppendFloat(more[:0], f, 'e', -1, 64), digits[:0])) {
		return true
	}
	const most = 767 // no double has more digits
	if n := len(d.digits); n < 16 || n > most {
		return false
	}
	if n, err := strconv.ParseInt(str(text), 10, 64); err == nil {
		return f < 1<<63 && int64(f) == n
	}
	return d.equal(digitsOf(strconv.AppendFloat(more[:0], f, 'e', most-1, 64), digits[:0]))
}

// smallInteger parses small integers, which most numbers are.
func smallInteger(text []byte) (float64, bool) {
	if len(text) > 15 || text[0] == '-' && text[1] == '0' {
		return 0, false
	}
	digits, n := text, int64(0)
	if text[0] == '-' {
		digits = text[1:]
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if text[0] == '-' {
		n = -n
	}
	return float64(n), true
}

// decimal is a number as an exponent and digits after the point, without zeros at either end.
type decimal struct {
	negative bool
	digits   []byte
	exponent int
}

func (d decimal) equal(e decimal) bool {
	if len(d.digits) == 0 || len(e.digits) == 0 {
		return len(d.digits) == len(e.digits)
	}
	return d.negative == e.negative && d.exponent == e.exponent && slices.Equal(d.digits, e.digits)
}

// digitsOf parses a JSON number. The digits are stored in buf.
func digitsOf(text, buf []byte) decimal {
	var d decimal
	if text[0] == '-' {
		d.negative, text = true, text[1:]
	}
	point, seen := false, false
	for i, c := range text {
		switch {
		case c == '.':
			point = true
		case c|0x20 == 'e':
			n, err := strconv.Atoi(str(text[i+1:]))
			if err != nil { // the number is 0: no other one of that size is a double
				n = 0
			}
			d.exponent += n
			return d.trim(buf)
		default:
			if seen = seen || c != '0'; seen {
				buf = append(buf, c)
			}
			if seen && !point {
				d.exponent++
			} else if !seen && point {
				d.exponent--
			}
		}
	}
	return d.trim(buf)
}

func (d decimal) trim(digits []byte) decimal {
	for len(digits) > 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	d.digits = digits
	return d
}

// appendDouble appends the eight bytes of a double.
func appendDouble(dst []byte, f float64) []byte {
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(f))
}

// appendNumber appends a double as JSON, as JavaScript and encoding/json print it. It must not be infinite or
// NaN.
func appendNumber(dst []byte, f float64) (out []byte, ok bool) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return dst, false
	}
	if n := int64(f); float64(n) == f && -1<<53 < n && n < 1<<53 && (n != 0 || !math.Signbit(f)) {
		return strconv.AppendInt(dst, n, 10), true
	}
	format := byte('f')
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	dst = strconv.AppendFloat(dst, f, format, -1, 64)
	if n := len(dst); format == 'e' && dst[n-4] == 'e' && dst[n-3] == '-' && dst[n-2] == '0' { // e-09 is e-9
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst, true
}
