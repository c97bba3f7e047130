package stream

import (
	"bytes"
	"math/big"
	"slices"
	"strconv"
)

// equal reports whether two values are the same JSON, regardless of the order of members and the spelling of numbers.
// It reads each once and leaves both unparsed.
func equal(a, b *node) bool {
	if a.raw != nil && b.raw != nil && bytes.Equal(a.raw, b.raw) {
		return true
	}
	if b.raw != nil {
		b = newNode(b.raw)
		b.openAll()
	}
	return sameParts(a, b)
}

// sameParts is equal for a parsed value b.
func sameParts(a, b *node) bool {
	if a.raw != nil && a.parts == nil && a.opens() {
		a = newNode(a.raw)
		a.openAll()
	}
	switch {
	case a.isObject() && b.isObject():
		if len(a.index) != len(b.index) {
			return false
		}
		for name, at := range a.index {
			other, is := b.index[name]
			if !is || !sameParts(a.items[at], b.items[other]) {
				return false
			}
		}
		return true
	case a.isArray() && b.isArray():
		return slices.EqualFunc(a.items, b.items, sameParts)
	case a.parts != nil || b.parts != nil:
		return false
	default:
		return sameScalar(a.raw, b.raw)
	}
}

// sameScalar is equal for values that are neither arrays nor objects.
func sameScalar(a, b []byte) bool {
	switch {
	case a[0] == '"' && b[0] == '"':
		return unquote(a) == unquote(b)
	case isNumber(a) && isNumber(b):
		return sameNumber(a, b)
	default:
		return bytes.Equal(a, b)
	}
}

func isNumber(b []byte) bool { return b[0] == '-' || b[0] >= '0' && b[0] <= '9' }

// sameNumber compares numbers by value, without expanding exponents as large as that of 1e999999999.
func sameNumber(a, b []byte) bool {
	negA, digitsA, expA := number(a)
	negB, digitsB, expB := number(b)
	if len(digitsA) == 0 || len(digitsB) == 0 {
		return len(digitsA) == len(digitsB) // zero has no sign
	}
	return negA == negB && bytes.Equal(digitsA, digitsB) && expA.Cmp(expB) == 0
}

// number splits a number into its significant digits and the power of ten of the last one.
func number(b []byte) (negative bool, digits []byte, exponent *big.Int) {
	exponent = new(big.Int)
	if b[0] == '-' {
		negative, b = true, b[1:]
	}
	if i := bytes.IndexAny(b, "eE"); i >= 0 {
		text := b[i+1:]
		if n, err := strconv.ParseInt(string(text), 10, 64); err == nil {
			exponent.SetInt64(n)
		} else {
			exponent.SetString(string(bytes.TrimPrefix(text, []byte("+"))), 10)
		}
		b = b[:i]
	}
	if i := bytes.IndexByte(b, '.'); i >= 0 {
		exponent.Sub(exponent, big.NewInt(int64(len(b)-i-1)))
		b = append(bytes.Clone(b[:i]), b[i+1:]...)
	}
	b = bytes.TrimLeft(b, "0")
	trimmed := bytes.TrimRight(b, "0")
	exponent.Add(exponent, big.NewInt(int64(len(b)-len(trimmed))))
	return negative, trimmed, exponent
}
