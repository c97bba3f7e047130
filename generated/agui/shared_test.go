package agui_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// shared gives the path of what tests/corpus does not hold of the reference data, which lies beside the repository.
func shared(t testing.TB, parts ...string) string {
	t.Helper()
	root := os.Getenv("AGUIGEN_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	if _, err := os.Stat(root); err != nil {
		t.Skip("needs ../shared, the reference data beside the repository")
	}
	return filepath.Join(append([]string{root}, parts...)...)
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// readLines decodes a JSON Lines file.
func readLines[T any](t testing.TB, path string) []T {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(readFile(t, path)))
	d.UseNumber()
	var list []T
	for {
		var v T
		err := d.Decode(&v)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		list = append(list, v)
	}
}

// decodeAs reads a document with the Decoder's method for a definition of the schema. ok is false where there is none:
// enums and scalars have no method.
func decodeAs(d *agui.Decoder, definition string, data []byte) (v any, ok bool, err error) {
	decoder := reflect.ValueOf(d)
	for i := range decoder.NumMethod() {
		if strings.EqualFold(decoder.Type().Method(i).Name, definition) {
			out := decoder.Method(i).Call([]reflect.Value{reflect.ValueOf(data)})
			err, _ := out[1].Interface().(error)
			return out[0].Interface(), true, err
		}
	}
	return nil, false, nil
}

// canonical spells a document so that equal documents are equal text: sorted keys, numbers by value, digit by digit.
func canonical(t testing.TB, data []byte) string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	text, err := json.Marshal(exact(t, v))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func exact(t testing.TB, v any) any {
	switch v := v.(type) {
	case json.Number:
		r, ok := new(big.Rat).SetString(string(v))
		if !ok {
			t.Fatalf("%s is no number", v)
		}
		return map[string]string{"number": r.String()}
	case []any:
		for i := range v {
			v[i] = exact(t, v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = exact(t, v[k])
		}
	}
	return v
}
