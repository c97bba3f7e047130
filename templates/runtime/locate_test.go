package runtime

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// spot is a value in a document: where it starts and the JSON Pointer to it.
type spot struct {
	offset  int
	pointer string
}

// tokenWalk finds the values of a document with the tokens of encoding/json. It also says whether an object has a
// key twice.
type tokenWalk struct {
	data     []byte
	dec      *json.Decoder
	spots    []spot
	repeated bool
}

func walkTokens(data []byte) *tokenWalk {
	w := &tokenWalk{data: data, dec: json.NewDecoder(bytes.NewReader(data))}
	w.dec.UseNumber()
	w.value("")
	return w
}

func (w *tokenWalk) token() json.Token {
	t, err := w.dec.Token()
	if err != nil {
		panic(err) // the document is valid
	}
	return t
}

// start returns where the next token starts.
func (w *tokenWalk) start() int {
	i := int(w.dec.InputOffset())
	for strings.IndexByte(" \t\r\n,:", w.data[i]) >= 0 {
		i++
	}
	return i
}

func (w *tokenWalk) value(pointer string) {
	w.spots = append(w.spots, spot{w.start(), pointer})
	switch w.token() {
	case json.Delim('['):
		for i := 0; w.dec.More(); i++ {
			w.value(pointer + "/" + strconv.Itoa(i))
		}
		w.token()
	case json.Delim('{'):
		seen := map[string]bool{}
		for w.dec.More() {
			key := w.token().(string)
			w.repeated = w.repeated || seen[key]
			seen[key] = true
			key = strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
			w.value(pointer + "/" + key)
		}
		w.token()
	}
}

// FuzzLocate finds every value of a document.
func FuzzLocate(f *testing.F) {
	for _, doc := range append(documents, `{"a/b":{"~":[{"":0}]},"":1}`, `{"\u0061\/":[[],{},"x"],"é":{"\ud83d\ude00":null}}`, ` [ { "a" : [ 1 , 2 ] } , 3 ] `) {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !json.Valid(data) { // any answer will do, as long as there is one
			if found := locate(data, []int{len(data), 0, len(data) / 2}); len(found) != 3 {
				t.Fatalf("%q: %q", data, found)
			}
			return
		}
		spots := walkTokens(data).spots
		slices.Reverse(spots) // the order of the question means nothing
		offsets := make([]int, len(spots))
		for i, s := range spots {
			offsets[i] = s.offset
		}
		for i, got := range locate(data, offsets) {
			if want := spots[i].pointer; got != want {
				t.Fatalf("%q at %d: got %q, want %q", data, offsets[i], got, want)
			}
		}
	})
}

func TestLocate(t *testing.T) {
	const doc = ` {"a": [10, {"b/c~": "text"}], "d": 1} `
	for sub, want := range map[string]string{
		"{": "", `"a"`: "", "[": "/a", "10": "/a/0", "0,": "/a/0", `{"b`: "/a/1", `"text"`: "/a/1/b~1c~0", `xt"`: "/a/1/b~1c~0", "1}": "/d",
	} {
		t.Run(sub, func(t *testing.T) {
			if got := locate([]byte(doc), []int{strings.Index(doc, sub)}); got[0] != want {
				t.Errorf("%q: got %q, want %q", sub, got[0], want)
			}
		})
	}
	if got := locate([]byte(doc), nil); len(got) != 0 {
		t.Errorf("nothing was asked, the answer is %q", got)
	}
	if got := locate([]byte(doc), []int{5, 5, 1000}); len(got) != 3 || got[0] != got[1] || got[2] != "" {
		t.Errorf("twice the same, and one beyond the end: %q", got)
	}
}

func TestEscapePointer(t *testing.T) {
	for key, want := range map[string]string{
		"": "", "a": "a", "a/b": "a~1b", "a~b": "a~0b", "~1": "~01", "/~/": "~1~0~1", "é\n\"": "é\n\"",
	} {
		t.Run(key, func(t *testing.T) {
			if got := escapePointer(key); got != want {
				t.Errorf("%q: got %q, want %q", key, got, want)
			}
		})
	}
}
