package diff

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/aguigen/aguigen/generator/load"
)

func protos(t *testing.T, body string) *load.Protos {
	t.Helper()
	p, err := load.CompileProtos(fstest.MapFS{"a.proto": {Data: []byte("syntax = \"proto3\";\npackage x;\n" + body)}}, "proto")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestBinary changes one thing in a small .proto file.
func TestBinary(t *testing.T) {
	const enum = " enum E { NONE = 0; ONE = 1; }"
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"the same", "message A { string s = 1; }", "message A { string s = 1; }", nil},
		{"message added", "", "message A {}", []string{"binary-message-added A additive"}},
		{"message removed", "message A {}", "", []string{"binary-message-removed A narrowing"}},
		{"field added", "message A { string s = 1; }", "message A { string s = 1; bool b = 2; }", []string{"binary-field-added A.b additive"}},
		{"field removed", "message A { string s = 1; bool b = 2; }", "message A { string s = 1; }", []string{"binary-field-removed A.b narrowing"}},
		{"field renumbered", "message A { string s = 1; }", "message A { string s = 2; }", []string{"binary-field-renumbered A.s breaking"}},
		{"field renamed", "message A { string s = 1; }", "message A { string t = 1; }", []string{"binary-field-renamed A.t unchanged"}},
		{"number taken over", "message A { string s = 1; }", "message A { string s = 2; bool b = 1; }",
			[]string{"binary-field-added A.b breaking", "binary-field-renumbered A.s breaking"}},
		{"numbers swapped", "message A { string s = 1; string t = 2; }", "message A { string t = 1; string s = 2; }",
			[]string{"binary-field-renumbered A.s breaking", "binary-field-renumbered A.t breaking"}},
		{"type", "message A { string s = 1; }", "message A { bytes s = 1; }", []string{"binary-field-retyped A.s breaking"}},
		{"another message", "message A { B b = 1; } message B {} message C {}", "message A { C b = 1; } message B {} message C {}",
			[]string{"binary-field-retyped A.b breaking"}},
		{"map", "message A { map<string, string> m = 1; }", "message A { map<string, bool> m = 1; }", []string{"binary-field-retyped A.m breaking"}},
		{"presence gained", "message A { string s = 1; }", "message A { optional string s = 1; }", []string{"binary-presence-changed A.s additive"}},
		{"presence lost", "message A { optional string s = 1; }", "message A { string s = 1; }", []string{"binary-presence-changed A.s narrowing"}},
		{"repeated", "message A { string s = 1; }", "message A { repeated string s = 1; }", []string{"binary-presence-changed A.s breaking"}},
		{"moved into a oneof", "message A { B b = 1; B c = 2; } message B {}", "message A { oneof o { B b = 1; B c = 2; } } message B {}",
			[]string{"binary-oneof-changed A.b breaking", "binary-oneof-changed A.c breaking"}},
		{"enum added", "", enum, []string{"binary-enum-added E additive"}},
		{"enum removed", enum, "", []string{"binary-enum-removed E narrowing"}},
		{"value added", enum, " enum E { NONE = 0; ONE = 1; TWO = 2; }", []string{"binary-value-added E.TWO additive"}},
		{"value removed", enum, " enum E { NONE = 0; }", []string{"binary-value-removed E.ONE narrowing"}},
		{"value renumbered", enum, " enum E { NONE = 0; ONE = 2; }", []string{"binary-value-renumbered E.ONE breaking"}},
		{"value renamed", enum, " enum E { NONE = 0; FIRST = 1; }", []string{"binary-value-renamed E.FIRST unchanged"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			changes := compareProtos(protos(t, c.old), protos(t, c.new))
			var got []string
			for _, change := range changes {
				got = append(got, strings.TrimSuffix(string(change.Kind)+" "+change.Definition+"."+change.Member, ".")+" "+change.Wire.String())
				if change.Go != GoCompatible {
					t.Errorf("%s has a verdict on Go", change.Kind)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
			r := &Report{Changes: changes, Binary: true}
			for _, format := range Formats {
				if text, err := r.Print(format); err != nil || strings.Contains(text, ".proto") {
					t.Errorf("%s: %v\n%s", format, err, text)
				}
			}
		})
	}
}
