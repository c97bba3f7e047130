package wire

import "testing"

// A Go string has half of a character, which JSON spells as an escape, as three bytes.
func TestJoinHalves(t *testing.T) {
	for _, test := range []struct {
		name, in, want string
		whole          bool
	}{
		{"two that belong together", "a\xed\xa0\xbd\xed\xb8\x80b", "a\U0001f600b", true},
		{"the first alone", "a\xed\xa0\xbdb", "a\ufffdb", false},
		{"the second alone", "\xed\xb8\x80", "\ufffd", false},
		{"the wrong way round", "\xed\xb8\x80\xed\xa0\xbd", "\ufffd\ufffd", false},
		{"the first twice", "\xed\xa0\xbd\xed\xa0\xbd\xed\xb8\x80", "\ufffd\U0001f600", false},
		{"cut off", "\xed\xa0", "\ufffd\ufffd", false},
		{"no text at all", "\xff\xfe", "\ufffd\ufffd", false},
		{"U+FFFD itself", "\ufffd\xed\xa0\xbd\xed\xb8\x80", "\ufffd\U0001f600", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, whole := joinHalves(test.in); got != test.want || whole != test.whole {
				t.Errorf("%q, %v, want %q, %v", got, whole, test.want, test.whole)
			}
		})
	}
}
