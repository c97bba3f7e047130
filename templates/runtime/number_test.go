package runtime

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"
)

var numbers = []string{
	"0", "-0", "1", "-1", "3.0", "3.00e0", "1e3", "1E+3", "1000e-3", "1.5", "15e-1", "1e400", "-1e400", "1e-400", "0e99999999999", "-0e-99999999999",
	"0.000e5", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "922337203685477580.7e1",
	"92233720368547758070e-1", "123456789012345678901234567890", "123456789012345678901234567890e-20", "1e18", "1e19", "99999999999999999999e-1",
	"0.1e1", "0.001e3", "0.0010e3", "100e-2", "1.0000000000000000000000000000001", "1e9223372036854775808", "1e-9223372036854775808",
	"999999999999999999", "9999999999999999999", "-999999999999999999", "1e99999999999999999999999", "10e-99999999999999999999999", "12.50e1", "5e-1",
}

// value is a number: exactly where its exponent is sane, else by its sign and whether it is far beyond all integers.
type value struct {
	exact *big.Rat
	sign  int
	huge  bool // else too small to be an integer
}

// valueOf reads a JSON number in another way than the code under test.
func valueOf(text string) value {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	m, ok := new(big.Rat).SetString(mantissa)
	if !ok {
		panic(text)
	}
	if exponent == "" {
		return value{exact: m, sign: m.Sign()}
	}
	e, ok := new(big.Int).SetString(exponent, 10)
	if !ok {
		panic(text)
	}
	limit := int64(1000 + len(mantissa))
	switch {
	case m.Sign() == 0:
		return value{exact: m}
	case e.CmpAbs(big.NewInt(limit)) > 0:
		return value{sign: m.Sign(), huge: e.Sign() > 0}
	}
	scale := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), new(big.Int).Abs(e), nil))
	if e.Sign() < 0 {
		scale.Inv(scale)
	}
	return value{exact: m.Mul(m, scale), sign: m.Sign()}
}

// keywordOf says what an integer between least and most breaks.
func (v value) keywordOf(least, most int64) string {
	switch {
	case v.exact == nil && !v.huge, v.exact != nil && !v.exact.IsInt():
		return "type"
	case v.compare(least) < 0:
		return "minimum"
	case v.compare(most) > 0:
		return "maximum"
	}
	return ""
}

func (v value) compare(n int64) int {
	if v.exact != nil {
		return v.exact.Cmp(new(big.Rat).SetInt64(n))
	}
	if v.huge {
		return v.sign
	}
	if n == 0 {
		return v.sign
	}
	return -new(big.Int).SetInt64(n).Sign()
}

// readKeyword returns the keyword of the only finding, "" for none.
func readKeyword(t *testing.T, r *reader) string {
	t.Helper()
	err := r.done()
	if err == nil {
		return ""
	}
	var errs ValidationErrors
	if !errors.As(err, &errs) || len(errs) != 1 {
		t.Fatalf("not one finding: %v", err)
	}
	return errs[0].Keyword
}

func isJSONNumber(s string) bool {
	return json.Valid([]byte(s)) && strings.ContainsAny(s[:1], "-0123456789") && strings.TrimSpace(s) == s
}

// FuzzInteger compares integers in every spelling with exact arithmetic.
func FuzzInteger(f *testing.F) {
	for i, s := range numbers {
		f.Add(s, int64(0), int64(math.MaxInt64))
		f.Add(s, int64(math.MinInt64), int64(math.MaxInt64))
		f.Add(s, int64(i-10), int64(i*1000))
	}
	f.Fuzz(func(t *testing.T, s string, least, most int64) {
		if s != "" && isNumber(s) != isJSONNumber(s) {
			t.Fatalf("isNumber(%q) is %v", s, isNumber(s))
		}
		if !isNumber(s) || least > most {
			return
		}
		var r reader
		r.begin(&Decoder{}, []byte(s))
		got := r.integer("#", least, most)
		keyword := readKeyword(t, &r)
		want := valueOf(s)
		if k := want.keywordOf(least, most); k != keyword {
			t.Fatalf("%s in %d..%d: got keyword %q, want %q", s, least, most, keyword, k)
		}
		if keyword == "" && want.compare(got) != 0 {
			t.Fatalf("%s was read as %d", s, got)
		}
	})
}

// FuzzNumber compares the bounds of numbers with exact arithmetic.
func FuzzNumber(f *testing.F) {
	for i, s := range numbers {
		f.Add(s, int64(i-10), int64(i*1000))
		f.Add(s, int64(0), int64(1))
		f.Add(s, int64(math.MinInt64), int64(math.MaxInt64))
	}
	f.Fuzz(func(t *testing.T, s string, least, most int64) {
		if !isNumber(s) || least > most {
			return
		}
		want, v := "", valueOf(s)
		if v.compare(least) < 0 {
			want = "minimum"
		} else if v.compare(most) > 0 {
			want = "maximum"
		}
		var r reader
		r.begin(&Decoder{}, []byte(s))
		low, high := strconv.FormatInt(least, 10), strconv.FormatInt(most, 10)
		got := r.number("#")
		r.rule(origin{}, "minimum", "#", minimum(got, low))
		r.rule(origin{}, "maximum", "#", maximum(got, high))
		if k := readKeyword(t, &r); k != want || k == "" && string(got) != s {
			t.Fatalf("%s in %d..%d: keyword %q, want %q; kept as %q", s, least, most, k, want, got)
		}
		var c checker
		c.number("n", json.Number(s), "#")
		c.rule("n", "minimum", "#", minimum(json.Number(s), low))
		c.rule("n", "maximum", "#", maximum(json.Number(s), high))
		if got := keywordsOf(&c); got != want {
			t.Fatalf("%s in %d..%d is checked to be %q, want %q", s, least, most, got, want)
		}
	})
}

func keywordsOf(c *checker) string {
	var list []string
	for _, e := range c.errs {
		list = append(list, e.Keyword)
	}
	return strings.Join(list, " ")
}

func TestIntegerMessages(t *testing.T) {
	for _, test := range []struct{ doc, want string }{
		{`5`, ""},
		{`-1`, "-1 is less than the minimum of 0"},
		{`1e1`, "1e1 is more than the maximum of 9"},
		{`1.5`, "expected an integer, found 1.5"},
		{`-1e99`, "-1e99 is less than the minimum of 0"},
		{`"5"`, "expected an integer, found a string"},
		{`1.`, "byte 0: invalid number"},
		{strings.Repeat("9", 500), strings.Repeat("9", 40) + "…" + strings.Repeat("9", 40) + " is more than the maximum of 9"},
	} {
		var r reader
		r.begin(&Decoder{}, []byte(test.doc))
		r.integer("#", 0, 9)
		got := ""
		if err := r.done(); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.doc, got, test.want)
		}
	}
}

func TestPointers(t *testing.T) {
	var r reader
	r.begin(&Decoder{}, []byte(`[1,2,true,false,3.5,"a","b\n"]`))
	var got []string
	step := 0
	for more := r.list("#"); more; more = r.more() {
		switch step {
		case 0, 1:
			got = append(got, fmt.Sprint(*r.integerPtr("#", 0, 9)))
		case 2, 3:
			got = append(got, fmt.Sprint(*r.booleanPtr("#")))
		case 4:
			got = append(got, string(*r.numberPtr("#")))
		default:
			got = append(got, *r.stringPtr("#"))
		}
		step++
	}
	if err := r.done(); err != nil || strings.Join(got, ",") != "1,2,true,false,3.5,a,b\n" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestBoolean(t *testing.T) {
	for doc, want := range map[string]string{
		`true`: "", `false`: "", `"true"`: "expected a boolean, found a string", `0`: "expected a boolean, found a number",
		`null`: "expected a boolean, found null", `tru`: "byte 0: found 't': expected a value",
	} {
		t.Run(doc, func(t *testing.T) {
			var r reader
			r.begin(&Decoder{}, []byte(doc))
			if got := r.boolean("#"); got != (doc == "true") {
				t.Errorf("%s is read as %v", doc, got)
			}
			got := ""
			if err := r.done(); err != nil {
				got = err.Error()
			}
			if got != want {
				t.Errorf("%s\ngot  %s\nwant %s", doc, got, want)
			}
		})
	}
}

// TestFloat compares with encoding/json what floats are read and written as.
func TestFloat(t *testing.T) {
	for _, f := range []float64{0, math.Copysign(0, -1), 1, -1.5, 0.1, 1e20, 1e21, -1e21, 1e-6, 9.99e-7, 1e-9, 1.5e-10, 1e300, 5e-324,
		math.MaxFloat64, 123456789012345680, 9007199254740993} {
		want, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := appendFloat([]byte("x"), f)
		if err != nil || string(got) != "x"+string(want) {
			t.Errorf("%v: got %s, %v, want %s", f, got, err, want)
		}
		r := reader{data: want, text: want}
		if back := r.float("#"); math.Float64bits(back) != math.Float64bits(f) || r.done() != nil {
			t.Errorf("%s: read as %v", want, back)
		}
	}
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got, err := appendFloat(nil, f); err == nil || len(got) != 0 {
			t.Errorf("%v: got %s, %v", f, got, err)
		}
		var c checker
		if c.float("x", f, "#"); c.err() == nil {
			t.Errorf("%v passes", f)
		}
	}
	for text, want := range map[string]string{
		"1e999": "1e999 is too large for a float64", "-1e999": "-1e999 is too large for a float64", "1e-999": "",
		`"1"`: "expected a number, found a string",
	} {
		t.Run(text, func(t *testing.T) {
			r := reader{data: []byte(text), text: []byte(text)}
			r.float("#")
			if got := message(r.done()); got != want {
				t.Errorf("%s: got %q, want %q", text, got, want)
			}
		})
	}
}
