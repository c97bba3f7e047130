package wire

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"testing"
)

// holds is double by exact arithmetic: whether a number is the value of a double or the shortest text that stands for
// one.
func holds(text string) bool {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return false
	}
	want, ok := new(big.Rat).SetString(text)
	if !ok {
		return false
	}
	shortest, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'e', -1, 64))
	return want.Cmp(new(big.Rat).SetFloat64(f)) == 0 || want.Cmp(shortest) == 0
}

func TestDouble(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "-0": true, "-0.0": true, "1": true, "-1": true, "0.1": true, "1e3": true, "1.50": true, "100": true, "0.001": true,
		"9007199254740992": true, "9007199254740993": false, "9007199254740994": true, "-9007199254740993": false,
		"1152921504606846976": true, "1152921504606846977": false, "9223372036854775807": false, "9223372036854775808": true,
		"18446744073709551616": true, "18446744073709551615": false, "1e23": true, "100000000000000000000000": true,
		"99999999999999991611392": true, "3.141592653589793": true, "3.14159265358979323846": false, "0.30000000000000004": true,
		"0.1000000000000000055511151231257827021181583404541015625": true,
		"0.1000000000000000055511151231257827021181583404541015626": false,
		"1e400": false, "-1e400": false, "1e-400": false, "0e400": true, "1e99999999999999999999": false,
		"5e-324": true, "4.9e-324": false, "1.7976931348623157e308": true, "1.7976931348623158e308": false, "123456789012345": true,
		"1234567890.1234567": true, "1234567890.12345678": false, "1e-7": true, "12345678901234567890": false,
	} {
		t.Run(text, func(t *testing.T) {
			f, exact := double([]byte(text))
			if exact != want {
				t.Errorf("%s: exact is %v", text, exact)
			}
			if g, err := strconv.ParseFloat(text, 64); err == nil && math.Float64bits(g) != math.Float64bits(f) {
				t.Errorf("%s: %v, want %v", text, f, g)
			}
			if math.IsInf(f, 0) {
				t.Errorf("%s: infinite", text)
			}
			if err := len(text) < 30 && holds(text) != want; err {
				t.Errorf("%s: exact arithmetic disagrees", text)
			}
		})
	}
}

func TestAppendNumber(t *testing.T) {
	for _, f := range []float64{
		0, math.Copysign(0, -1), 1, -1, 0.1, 1e20, 1e21, -1e21, 123456789012345680000, 1e-6, 1e-7, -1.5e-9, 1e-10, math.MaxFloat64,
		5e-324, 1 << 53, 1<<53 - 1, -(1 << 53), 3.25, 1e300,
	} {
		want, err := json.Marshal(f)
		got, ok := appendNumber(nil, f)
		if err != nil || !ok || string(got) != string(want) {
			t.Errorf("%g: %s, want %s", f, got, want)
		}
	}
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got, ok := appendNumber(nil, f); ok {
			t.Errorf("%g: %s", f, got)
		}
	}
}

func FuzzDouble(f *testing.F) {
	for _, s := range []string{"1", "-0.5e10", "9007199254740993", "1e22", "0.1234567890123456789"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 60 || numberEnd([]byte(s), 0) != len(s) {
			return
		}
		if !json.Valid([]byte(s)) {
			t.Fatalf("%q is no number", s)
		}
		if e := decimalExponent(s); e > 400 || e < -400 {
			return // exact arithmetic would take forever
		}
		if _, exact := double([]byte(s)); exact != holds(s) {
			t.Errorf("%s: exact is %v", s, exact)
		}
	})
}

func decimalExponent(s string) int {
	for i, c := range s {
		if c|0x20 == 'e' {
			n, err := strconv.Atoi(s[i+1:])
			if err != nil {
				return math.MaxInt
			}
			return n
		}
	}
	return 0
}

// TestDoubleFields writes and reads a field that is a float64, and refuses what JSON has no number for.
func TestDoubleFields(t *testing.T) {
	const tag = 1<<3 | 1
	for _, f := range []float64{0, 1.5, math.Copysign(0, -1), math.MaxFloat64, 5e-324} {
		var w writer
		w.float(tag, "x", f)
		r := reader{data: w.out, pos: 1}
		if got := r.double(len(w.out)); math.Float64bits(got) != math.Float64bits(f) || r.odd || w.broken {
			t.Errorf("%v: %x, read as %v", f, w.out, got)
		}
		w = writer{}
		if w.implicitFloat(tag, "x", f); (len(w.out) == 0) != (math.Float64bits(f) == 0) {
			t.Errorf("%v without presence: %x", f, w.out)
		}
	}
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		var w writer
		if w.implicitFloat(tag, "x", f); !w.broken || len(w.out) > 0 {
			t.Errorf("%v is written as %x", f, w.out)
		}
		r := reader{data: appendDouble(nil, f)}
		if got := r.double(8); !r.odd || got != 0 {
			t.Errorf("%v is read as %v", f, got)
		}
	}
}
