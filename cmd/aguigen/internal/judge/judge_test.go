package judge

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	embedded "github.com/aguigen/aguigen/schema"
	"github.com/aguigen/aguigen/tests/corpus"
)

// official loads an embedded version.
func official(t testing.TB, version string) *Schema {
	t.Helper()
	fsys, err := embedded.FS(version)
	if err != nil {
		t.Fatal(err)
	}
	f, err := fsys.Open("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return loaded(t, string(text))
}

func loaded(t testing.TB, text string) *Schema {
	t.Helper()
	s, err := Load("schema.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// judged returns a line for each document and each finding.
func judged(t testing.TB, s *Schema, r Reader) string {
	t.Helper()
	var b strings.Builder
	for {
		d, err := Next(r)
		if err == io.EOF {
			return b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		v := s.Judge(d, 1000)
		fmt.Fprintf(&b, "%s %t\n", v.Definition, v.Valid)
		for _, f := range v.Findings {
			note := ""
			if f.Note {
				note = "note: "
			}
			fmt.Fprintf(&b, "  %d:%d: %s: %s%s\n", f.Line, f.Column, f.Pointer, note, f.Message)
		}
	}
}

// Every judged document gets the verdict of the reference validator. Each finding is one that it has too, and the one
// that an author expects is among them.
func TestJudgedDocuments(t *testing.T) {
	for _, version := range embedded.Versions() {
		t.Run(version, func(t *testing.T) {
			s := official(t, version)
			for _, d := range corpus.Documents(t, version) {
				judgeOne(t, s, d)
			}
		})
	}
}

// elsewhere lists documents whose wrong tag the older corpus expects to be reported against the union's first variant.
// It is reported as the union's, since no variant was meant.
var elsewhere = map[string]bool{"StateDeltaEvent/invalid/patch-unknown-op.json": true}

func judgeOne(t *testing.T, s *Schema, d corpus.Document) {
	t.Helper()
	if err := s.Use(d.Definition()); err != nil {
		t.Fatal(err)
	}
	v := s.Judge(&Document{Text: []byte(d.Text), parts: []part{{0, 1, 1}}}, 1000)
	if v.Valid != (len(d.Errors) == 0) || v.Valid != (len(v.Findings) == 0) || v.Definition != d.Definition() {
		t.Errorf("%s: %+v", d.Path, v)
	}
	for _, f := range v.Findings {
		if !slices.Contains(d.Errors, corpus.Error{f.Keyword, f.Pointer, f.Schema}) {
			t.Errorf("%s: the reference does not find %+v", d.Path, f)
		}
	}
	if v.Valid {
		return
	}
	want := *d.Expect
	if elsewhere[d.Path] {
		want.Keyword, want.InstanceLocation = "oneOf", strings.TrimSuffix(want.InstanceLocation, "/op")
	}
	if !slices.ContainsFunc(v.Findings, func(f Finding) bool {
		return f.Keyword == want.Keyword && f.Pointer == want.InstanceLocation && f.Property == want.Property
	}) {
		t.Errorf("%s: want %+v\ngot %+v", d.Path, want, v.Findings)
	}
}
