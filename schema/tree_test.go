package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A tree is a JSON value that remembers the order of its keys.
type tree struct {
	keys     []string // of an object
	children []*tree  // of an object or array
	token    json.Token
}

func parseTree(t *testing.T, data []byte) *tree {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	n, err := readTree(dec)
	if err != nil {
		t.Fatal(err)
	}
	if dec.More() {
		t.Fatal("there is more than one JSON value in the file")
	}
	return n
}

func readTree(dec *json.Decoder) (*tree, error) {
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	n := &tree{token: tok}
	if _, nested := tok.(json.Delim); !nested {
		return n, nil
	}
	for dec.More() {
		if tok == json.Delim('{') {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			n.keys = append(n.keys, key.(string))
		}
		child, err := readTree(dec)
		if err != nil {
			return nil, err
		}
		n.children = append(n.children, child)
	}
	_, err = dec.Token()
	return n, err
}

// A text is a description and its place.
type text struct{ pointer, value string }

// walk calls visit for every schema of the document. The children of properties and $defs are schemas by name, so a
// property called description is not taken for a description.
func walk(n *tree, pointer string, named bool, visit func(n *tree, pointer string)) {
	if len(n.keys) > 0 && !named {
		visit(n, pointer)
	}
	for i, c := range n.children {
		key := fmt.Sprint(i)
		if len(n.keys) > 0 {
			key = n.keys[i]
		}
		byName := !named && slices.Contains([]string{"properties", "$defs"}, key)
		walk(c, pointer+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(key), byName, visit)
	}
}

func descriptions(n *tree) []text {
	var all []text
	walk(n, "", false, func(n *tree, pointer string) {
		if i := slices.Index(n.keys, "description"); i >= 0 {
			value, _ := n.children[i].token.(string)
			all = append(all, text{pointer, value})
		}
	})
	return all
}

// structure prints all but the words: one line for every key and value, in the order of the file.
func structure(n *tree) []string {
	walk(n, "", false, func(n *tree, _ string) {
		for _, word := range []string{"description", "title"} {
			if i := slices.Index(n.keys, word); i >= 0 {
				n.keys = slices.Delete(n.keys, i, i+1)
				n.children = slices.Delete(n.children, i, i+1)
			}
		}
	})
	var lines []string
	var print func(n *tree, pointer string)
	print = func(n *tree, pointer string) {
		lines = append(lines, fmt.Sprintf("%s = %T %v", pointer, n.token, n.token))
		for i, c := range n.children {
			key := fmt.Sprint(i)
			if len(n.keys) > 0 {
				key = n.keys[i]
			}
			print(c, pointer+"/"+key)
		}
	}
	print(n, "")
	return lines
}

func TestStructureIgnoresOnlyWords(t *testing.T) {
	const base = `{"title":"a","description":"b","properties":{"description":{"type":"string","description":"c"},"title":{"minimum":1}}}`
	want := structure(parseTree(t, []byte(base)))
	for doc, same := range map[string]bool{
		`{"description":"x","properties":{"description":{"type":"string"},"title":{"minimum":1}}}`:        true,
		`{"description":"x","properties":{"title":{"minimum":1},"description":{"type":"string"}}}`:        false,
		`{"description":"x","properties":{"description":{"type":"string"}}}`:                              false,
		`{"description":"x","properties":{"title":{"minimum":1}}}`:                                        false,
		`{"description":"x","properties":{"description":{"type":"string"},"title":{"minimum":1.0}}}`:      false,
		`{"description":"x","properties":{"description":{"type":["string"]},"title":{"minimum":1}}}`:      false,
		`{"description":"x","properties":{"description":{"type":"string"},"title":{"minimum":"1"}}}`:      false,
		`{"description":"x","properties":{"description":{"type":"string"},"title":{"minimum":1},"a":{}}}`: false,
	} {
		t.Run(doc, func(t *testing.T) {
			if got := slices.Equal(structure(parseTree(t, []byte(doc))), want); got != same {
				t.Errorf("%s: same structure = %v, want %v", doc, got, same)
			}
		})
	}
	if got := len(descriptions(parseTree(t, []byte(base)))); got != 2 {
		t.Errorf("%d descriptions found, want 2", got)
	}
}
