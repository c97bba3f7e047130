package load

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/aguigen/aguigen/generator/diag"
)

func folder(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func TestProtosKnowTheirPlaces(t *testing.T) {
	p, err := CompileProtos(folder(map[string]string{
		"b.proto": "syntax = \"proto3\";\npackage x;\nimport \"a.proto\";\nmessage B {\n  A a = 1;\n  enum E { Z = 0; }\n}\n",
		"a.proto": "syntax = \"proto3\";\n\npackage x;\nimport \"google/protobuf/struct.proto\";\n" +
			"// A is first.\nmessage A {\n  message N {}\n  optional google.protobuf.Value v = 3;\n  map<string, N> m = 4;\n}\n",
		"notes.txt": "not read",
	}), "dir/proto")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range p.Messages() {
		names = append(names, p.Name(m)+" "+p.Pos(m).String())
	}
	for _, e := range p.Enums() {
		names = append(names, p.Name(e)+" "+p.Pos(e).String())
	}
	want := "A dir/proto/a.proto:6:1, A.N dir/proto/a.proto:7:3, B dir/proto/b.proto:4:1, B.E dir/proto/b.proto:6:3"
	if got := strings.Join(names, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	field := p.Messages()[0].Fields().ByName("v")
	if got := p.Pos(field).String(); got != "dir/proto/a.proto:8:3" {
		t.Errorf("field at %s", got)
	}
	if got := p.Pos(p.Files[0]).String(); got != "dir/proto/a.proto:3:1" {
		t.Errorf("package at %s", got)
	}
	var order []string
	for _, d := range p.Descriptors() {
		order = append(order, d.GetName())
	}
	if got := strings.Join(order, " "); got != "google/protobuf/struct.proto a.proto b.proto" {
		t.Errorf("order %s", got)
	}
	if got := p.Descriptors()[1].GetSourceCodeInfo().String(); !strings.Contains(got, "A is first.") {
		t.Error("the comments are lost")
	}
}

func TestProtosComplain(t *testing.T) {
	const head = "syntax = \"proto3\";\npackage x;\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"no file":       {map[string]string{"a.txt": ""}, "p: the folder holds no .proto file"},
		"syntax":        {map[string]string{"a.proto": head + "message A {\n  string = 1;\n}\n"}, "p/a.proto:4:10: syntax error"},
		"number twice":  {map[string]string{"a.proto": head + "message A {\n  string a = 1;\n  string b = 1;\n}\n"}, "p/a.proto:5:14: "},
		"import":        {map[string]string{"a.proto": head + "import \"gone.proto\";\n"}, "p/a.proto:3:8: "},
		"unknown type":  {map[string]string{"a.proto": head + "message A {\n  Gone a = 1;\n}\n"}, "p/a.proto:4:3: "},
		"no package":    {map[string]string{"a.proto": "syntax = \"proto3\";\nmessage A {}\n"}, "p/a.proto: the file has no package statement"},
		"two packages":  {map[string]string{"a.proto": head, "b.proto": "syntax = \"proto3\";\npackage y;\n"}, "p/b.proto:2:1: package y, but a.proto has package x"},
		"proto2":        {map[string]string{"a.proto": "syntax = \"proto2\";\npackage x;\n"}, "p/a.proto:2:1: the file has syntax proto2"},
		"two mistakes":  {map[string]string{"a.proto": head + "message A {\n  B a = 1;\n  C b = 2;\n}\n"}, "p/a.proto:5:3: "},
		"two files bad": {map[string]string{"a.proto": head + "message {", "b.proto": head + "enum {"}, "p/b.proto:3:6: "},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := CompileProtos(folder(c.files), "p")
			if err == nil || p != nil || !strings.Contains("\n"+err.Error(), "\n"+c.want) {
				t.Errorf("%s: got %v, want %s", name, err, c.want)
			}
		})
	}
	if _, err := CompileProtos(os.DirFS("no such folder"), "p"); err == nil ||
		err.Error() != "p: cannot read the folder of .proto files: no such file or directory" {
		t.Errorf("missing folder: %v", err)
	}
}

func TestLedger(t *testing.T) {
	l, err := ReadLedger("l.txt", []byte("# head\n\nA.b = 7\n  A.c.d=12 # tail\r\nE.X = -1\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range l.Entries {
		got = append(got, e.Name+" "+e.Pos.String())
	}
	if want := "A.b l.txt:3:1 A.c.d l.txt:4:3 E.X l.txt:5:1"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if l.Entries[0].Number != 7 || l.Entries[1].Number != 12 || l.Entries[2].Number != -1 {
		t.Error("wrong numbers")
	}
	_, err = ReadLedger("l.txt", []byte("A.b = 7\nA.b = 8\nA = 1\nA.c = x\nA.c == 3\nA..c = 1\nA.1c = 1\nA.c = 99999999999\n"))
	places := []string{}
	for _, d := range diag.Of(err) {
		places = append(places, d.Pos.String())
	}
	if got := strings.Join(places, " "); got != "l.txt:2:1 l.txt:3:1 l.txt:4:1 l.txt:5:1 l.txt:6:1 l.txt:7:1 l.txt:8:1" {
		t.Errorf("findings at %s", got)
	}
}

func TestWireMap(t *testing.T) {
	m, err := ReadWireMap("m.txt", []byte("# head\nmessage A B # tail\n  split A.b c d\nno-message *Cap they are elsewhere\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Entries) != 3 || m.Entries[1].Args[2] != "d" || m.Entries[1].Pos.String() != "m.txt:3:3" ||
		m.Entries[2].Reason != "they are elsewhere" || m.Entries[2].Args[0] != "*Cap" {
		t.Errorf("got %+v", m.Entries)
	}
	for text, want := range map[string]string{
		"message A":                    "m.txt:1:1: write: message DEFINITION MESSAGE",
		"message A B C":                "m.txt:1:1: write: message DEFINITION MESSAGE",
		"no-message A":                 "m.txt:1:1: write: no-message DEFINITION REASON",
		"flat A b":                     `m.txt:1:1: "A" names no member: write flat DEFINITION.member FIELD`,
		"rename A B":                   `m.txt:1:1: "rename" is no keyword of this table: its head explains those there are`,
		"message A B\nmessage A C":     "m.txt:2:1: message A stands here for the second time, first at m.txt:1:1: keep one of the two",
		"frame\nvalue A.b\nvalue \xff": "m.txt:1:1: write: frame UNION",
	} {
		t.Run(text, func(t *testing.T) {
			if _, err := ReadWireMap("m.txt", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%q: got %v, want %s", text, err, want)
			}
		})
	}
}

// FuzzWireFiles shows that no bytes make the readers of the binary wire panic, and that findings have a place in the
// file.
func FuzzWireFiles(f *testing.F) {
	f.Add([]byte("A.b = 7\n"))
	f.Add([]byte("message A B\n"))
	f.Add([]byte("syntax = \"proto3\";\npackage x;\nmessage A { repeated string s = 1; oneof o { A a = 2; } reserved 4 to 6; }\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, ledger := ReadLedger("f", data)
		_, table := ReadWireMap("f", data)
		_, protos := CompileProtos(folder(map[string]string{"f.proto": string(data)}), "")
		lines := strings.Count(string(data), "\n") + 1
		for _, err := range []error{ledger, table, protos} {
			for _, d := range diag.Of(err) {
				if d.Pos.Line > lines {
					t.Errorf("%s: the file has %d lines", d, lines)
				}
			}
		}
	})
}

// TestTableExplainsItself holds the head of each embedded table against the keywords that are read.
func TestTableExplainsItself(t *testing.T) {
	tables, _ := os.ReadDir("../../schema")
	read := 0
	for _, version := range tables {
		text, err := os.ReadFile("../../schema/" + version.Name() + "/wire-map.txt")
		if err != nil {
			continue // not a version
		}
		read++
		if _, err := ReadWireMap("wire-map.txt", text); err != nil {
			t.Error(err)
		}
		for keyword, form := range wireKeywords {
			form, reason := strings.CutSuffix(form, " REASON")
			line := "\n#   " + keyword + " " + form + " "
			if reason {
				line += "reason "
			}
			if !strings.Contains(string(text), line) {
				t.Errorf("%s: the head does not explain %q", version.Name(), strings.TrimSpace(line))
			}
		}
	}
	if read < 2 {
		t.Errorf("read %d tables", read)
	}
}
