package binary

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/schema"
	"github.com/aguigen/aguigen/tests/corpus"
)

func decoder(t testing.TB, version string) *Decoder {
	t.Helper()
	fsys, err := schema.FS(version)
	if err != nil {
		t.Fatal(err)
	}
	protos, err := fs.Sub(fsys, "proto")
	if err != nil {
		t.Fatal(err)
	}
	c := generator.Config{Wire: &generator.Wire{Protos: protos, Name: "proto", Table: &generator.Source{}}}
	for name, into := range map[string]*generator.Source{"schema.json": &c.Schema, "wire-map.txt": c.Wire.Table} {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			t.Fatal(err)
		}
		*into = generator.Source{Name: name, Text: text}
	}
	p, err := generator.Model(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	d, err := New(p.Wire)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// vector is bytes and what the reference implementation decodes from them.
type vector struct {
	Kind, Name, Hex string
	Decoded, Error  json.RawMessage
	DecodeError     json.RawMessage
	DecodedSpecial  json.RawMessage
}

// differences are the vectors that we read otherwise, each with the reason.
var differences = map[string]string{
	"bytes/message-id-bad-utf8":          notUTF8,
	"bytes/message-id-surrogate-utf8":    notUTF8,
	"bytes/snapshot-entry-without-value": noValue,
	"bytes/part-metadata-no-kind":        noValue,
	"bytes/snapshot-proto-key":           "__proto__ is a key",

	"bytes/part-no-arm":                   noArm,
	"bytes/part-unknown-arm":              noArm,
	"bytes/part-image-source-no-arm":      noArm,
	"bytes/part-image-source-unknown-arm": noArm,
	"bytes/result-part-no-arm":            noArm,
	"bytes/part-two-arms":                 twoArms,
	"bytes/part-image-source-two-arms":    twoArms,
}

const (
	notUTF8 = "a text that is not UTF-8 is worth a finding"
	noValue = "a value that is nothing has no JSON"
	noArm   = "what nobody knows stays as an empty object, with which the schema finds fault"
	twoArms = "of two variants at one place, the last one counts"
)

func TestVectors(t *testing.T) {
	d := decoder(t, "1.0")
	agree, differ := 0, 0
	for _, v := range corpus.Lines[vector](t, "proto") {
		if v.Kind != "encode" && v.Kind != "decode" || v.Decoded == nil && v.Error == nil && v.DecodeError == nil || v.DecodedSpecial != nil {
			continue
		}
		if v.Kind == "encode" && v.Error != nil {
			continue // it could not be encoded
		}
		data, err := hex.DecodeString(v.Hex)
		if err != nil {
			t.Fatal(err)
		}
		complaint := ""
		got, err := d.JSON(data)
		switch wrong := v.Error != nil || v.DecodeError != nil; {
		case wrong && bytes.Contains(slices.Concat(v.Error, v.DecodeError), []byte("SAFE_INTEGER")):
			continue // the schema says so
		case wrong != (err != nil):
			complaint = "error " + errorText(err) + ", got " + string(got)
		case !wrong:
			if err := sameJSON(got, v.Decoded); err != nil {
				complaint = "got " + string(got)
			}
		}
		why, named := differences[v.Name]
		switch {
		case complaint == "" && named:
			t.Errorf("%s agrees, so it is no difference (%s): remove it", v.Name, why)
		case complaint == "":
			agree++
		case named:
			differ++
		default:
			t.Errorf("%s: %s, want %s %s %s", v.Name, complaint, v.Decoded, v.Error, v.DecodeError)
		}
	}
	t.Logf("%d agree, %d are named differences", agree, differ)
}

func errorText(err error) string {
	if err == nil {
		return "none"
	}
	return err.Error()
}

// withoutEmpty takes the empty lists out of an echoed input: on the wire, they are absent.
func withoutEmpty(v any) any {
	if e, ok := v.(map[string]any); ok {
		if in, ok := e["input"].(map[string]any); ok {
			maps.DeleteFunc(in, func(key string, v any) bool { list, is := v.([]any); return is && len(list) == 0 && key != "messages" })
		}
	}
	return v
}

func sameJSON(a, b []byte) error {
	var x, y any
	if err := errors.Join(json.Unmarshal(a, &x), json.Unmarshal(b, &y)); err != nil {
		return err
	}
	if !reflect.DeepEqual(withoutEmpty(x), withoutEmpty(y)) {
		return errors.New("they differ")
	}
	return nil
}

// Whatever the bytes are, there is JSON or an error.
func FuzzJSON(f *testing.F) {
	for _, v := range corpus.Lines[vector](f, "proto") {
		if data, err := hex.DecodeString(v.Hex); err == nil && len(data) < 200 {
			f.Add(data)
		}
	}
	d := decoder(f, "1.0")
	f.Fuzz(func(t *testing.T, data []byte) {
		if text, err := d.JSON(data); err == nil && !json.Valid(text) {
			t.Errorf("%x becomes %s", data, text)
		}
	})
}
