package wire

import "math/bits"

// The wire types.
const (
	varintType  = 0
	fixed64Type = 1
	bytesType   = 2
	groupType   = 3
	endType     = 4
	fixed32Type = 5
)

// maxDepth is the maximum nesting of messages and JSON values.
const maxDepth = 10_000

// appendVarint appends a number in groups of seven bits, the lowest first.
func appendVarint(dst []byte, n uint64) []byte {
	for n >= 0x80 {
		dst = append(dst, byte(n)|0x80)
		n >>= 7
	}
	return append(dst, byte(n))
}

// putVarint writes a number to a buffer with enough room, and returns its length.
func putVarint(dst []byte, n uint64) int {
	i := 0
	for ; n >= 0x80; i++ {
		dst[i] = byte(n) | 0x80
		n >>= 7
	}
	dst[i] = byte(n)
	return i + 1
}

// varintLen returns the number of bytes of a varint.
func varintLen(n int) int { return (bits.Len64(uint64(n)|1) + 6) / 7 }

// readVarint reads the number at i, which is before end, and returns its end, or -1 if it is malformed.
func readVarint(data []byte, i, end int) (n uint64, next int) {
	for shift := 0; i < end && shift < 64; shift += 7 {
		c := data[i]
		i++
		if shift == 63 && c > 1 {
			return 0, -1
		}
		n |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return n, i
		}
	}
	return 0, -1
}

// skipField returns the end of the content of an unknown field at i, after the tag, or -1 if it is malformed.
func skipField(data []byte, tag uint64, i, end int) int {
	switch tag & 7 {
	case varintType:
		_, i = readVarint(data, i, end)
		return i
	case fixed64Type:
		return within(i+8, end)
	case fixed32Type:
		return within(i+4, end)
	case bytesType:
		n, i := readVarint(data, i, end)
		if i < 0 || n > uint64(end-i) {
			return -1
		}
		return i + int(n)
	case groupType:
		return skipGroup(data, tag, i, end)
	default:
		return -1
	}
}

func within(i, end int) int {
	if i > end {
		return -1
	}
	return i
}

// skipGroup returns the end of a group, after the tag that closes it. It does not recurse.
func skipGroup(data []byte, tag uint64, i, end int) int {
	var few [32]uint64
	open := append(few[:0], tag)
	for len(open) > 0 {
		if tag, i = readVarint(data, i, end); i < 0 || !validTag(tag) {
			return -1
		}
		switch tag & 7 {
		case groupType:
			if open = append(open, tag); len(open) > maxDepth {
				return -1
			}
		case endType:
			if tag>>3 != open[len(open)-1]>>3 {
				return -1
			}
			open = open[:len(open)-1]
		default:
			if i = skipField(data, tag, i, end); i < 0 {
				return -1
			}
		}
	}
	return i
}

// validTag reports whether the tag has a valid field number.
func validTag(tag uint64) bool { return tag>>3 > 0 && tag>>3 < 1<<29 }

// wellFormed reports whether the bytes are protobuf fields.
func wellFormed(data []byte) bool {
	for i := 0; i < len(data); {
		var tag uint64
		if tag, i = readVarint(data, i, len(data)); i < 0 || !validTag(tag) {
			return false
		}
		if i = skipField(data, tag, i, len(data)); i < 0 {
			return false
		}
	}
	return true
}
