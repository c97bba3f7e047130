package stream

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// upgraded translates events with the ids id1, id2, …, and counts what is told.
func upgraded(t *testing.T, events ...string) (out []string, notes []Note) {
	t.Helper()
	made := 0
	u := Upgrader{
		OnNote: func(n Note) { notes = append(notes, n) },
		NewID:  func() string { made++; return fmt.Sprintf("id%d", made) },
	}
	for _, e := range events {
		out = append(out, string(u.Event([]byte(e))))
	}
	return out, notes
}

func TestUpgradeEvents(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string // several events with spaces between
		notes          int
	}{
		{"today's", `{"kind":"open","id":"a"} {"kind":"future","x":null}`, `{"kind":"open","id":"a"} {"kind":"future","x":null}`, 0},
		{"a span", `{"kind":"opened"} {"kind":"added","text":"x"} {"kind":"closed"}`,
			`{"kind":"open","id":"id1","role":"note"} {"kind":"more","text":"x","id":"id1"} {"kind":"close","id":"id1"}`, 3},
		{"an id of its own", `{"kind":"opened","id":"mine"}`, `{"kind":"open","id":"id1","role":"note"}`, 1},
		{"what is lost", `{"kind":"opened","title":"T"}`, `{"kind":"open","id":"id1","role":"note"}`, 2},
		{"nothing opened it", `{"kind":"added"} {"kind":"added"}`, `{"kind":"more","id":"id1"} {"kind":"more","id":"id2"}`, 4},
		{"nested", `{"kind":"opened"} {"kind":"opened"} {"kind":"closed"} {"kind":"closed"}`,
			`{"kind":"open","id":"id1","role":"note"} {"kind":"open","id":"id2","role":"note"} {"kind":"close","id":"id2"} {"kind":"close","id":"id3"}`, 5},
		{"an escaped name", `{"kind":"open\u0065d"} {"k\u0069nd":"closed"}`, `{"kind":"open","id":"id1","role":"note"} {"kind":"close","id":"id1"}`, 2},
		{"the last of two tags", `{"kind":"open","kind":"opened"} {"kind":"opened","kind":"open"}`,
			`{"kind":"open","id":"id1","role":"note"} {"kind":"opened","kind":"open"}`, 1},
		{"null", `{"kind":"end","origin":null,"other":null} {"kind":"fail","other":null} {"x":1,"origin":null,"kind":"future"}`,
			`{"kind":"end"} {"kind":"fail","other":null} {"x":1,"kind":"future"}`, 3},
		{"the last of two nulls", `{"kind":"end","other":1,"other":null} {"kind":"end","other":null,"other":1}`,
			`{"kind":"end"} {"kind":"end","other":null,"other":1}`, 1},
		{"no JSON", `{"kind":"opened"`, `{"kind":"opened"`, 0},
		{"no object", `[null] null "opened"`, `[null] null "opened"`, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, notes := upgraded(t, strings.Split(tt.in, " ")...)
			if got := strings.Join(out, " "); got != tt.want || len(notes) != tt.notes {
				t.Errorf("got  %s\nwant %s\n%d notes, want %d: %v", got, tt.want, len(notes), tt.notes, notes)
			}
		})
	}
}

func TestUpgradeParts(t *testing.T) {
	const picture = `{"kind":"picture","from":{"kind":"data","value":"AA","type":"image/png"}}`
	for _, tt := range []struct {
		name, in, want string
		notes          int
	}{
		{"data before url", `{"kind":"blob","type":"image/png","data":"AA","url":"u"}`, picture, 1},
		{"url", `{"kind":"blob","type":"x","data":"","url":"u"}`, `{"kind":"file","from":{"kind":"url","value":"u","type":"x"}}`, 1},
		{"a name", `{"kind":"blob","type":"","url":"u","name":"n"}`,
			`{"kind":"file","from":{"kind":"url","value":"u","type":""},"more":{"name":"n"}}`, 1},
		{"neither", `{"kind":"blob","type":"x","id":"b"}`, `{"kind":"blob","type":"x","id":"b"}`, 1},
		{"no type", `{"kind":"blob","url":"u"}`, `{"kind":"blob","url":"u"}`, 1},
		{"beside its like", picture + `,{"kind":"blob","type":"image/png","data":"AA"}`, picture, 1},
		{"before its like", `{"kind":"blob","type":"image/png","data":"AA"},` + picture, picture, 1},
		{"two of them", `{"kind":"blob","type":"image/png","data":"AA"},{"kind":"blob","type":"image/png","data":"AA"}`, picture + "," + picture, 2},
		{"null", `{"kind":"picture","more":null},{"kind":"text","more":null}`, `{"kind":"picture"},{"kind":"text","more":null}`, 1},
		{"what is none", `null,5,"blob",[]`, `null,5,"blob",[]`, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const event, input = `{"kind":"history","list":[null,{"Parts":"x"},{"Parts":[%s]}]}`, `{"State":{},"Messages":[{"Parts":[%s]}]}`
			out, notes := upgraded(t, fmt.Sprintf(event, tt.in))
			if want := fmt.Sprintf(event, tt.want); out[0] != want || len(notes) != tt.notes {
				t.Errorf("got  %s\nwant %s\n%d notes, want %d: %v", out[0], want, len(notes), tt.notes, notes)
			}
			if got, want := new(Upgrader).Input(fmt.Appendf(nil, input, tt.in)), fmt.Sprintf(input, tt.want); string(got) != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
	if got := string(new(Upgrader).Input([]byte(`{"State":null,"Other":null}`))); got != `{"Other":null}` {
		t.Error(got)
	}
}

func TestReaderUpgrade(t *testing.T) {
	const text = "data: {\"kind\":\"begin\"}\n\ndata: {\"kind\":\"opened\"}\n\ndata: [DONE]\n\ndata: {\"kind\":\"end\"}\n\n"
	var notes []string
	r := NewReader(strings.NewReader(text))
	r.Upgrade, r.OnNote = true, func(n Note) { notes = append(notes, n.String()) }
	var kinds []xKind
	for e, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, e.Kind)
	}
	if fmt.Sprint(kinds) != "[begin open]" {
		t.Error(kinds)
	}
	want := []string{"event 2: opened is open today", "event 3: [DONE] is taken as the end of the stream"}
	if fmt.Sprint(notes) != fmt.Sprint(want) {
		t.Errorf("%q", notes)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Error(err)
	}
}

// What suspect lets pass has nothing in it to translate.
func FuzzUpgrade(f *testing.F) {
	for _, s := range []string{`{"kind":"opened"}`, `{"kind":"open","kind":"opened"}`, `{"kind":"end","other":null}`, `{"kind":"history","list":[{"Parts":[{"kind":"blob","type":"","url":"u"}]}]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		id := func() string { return "id" }
		quick := (&Upgrader{NewID: id}).Event(data)
		thorough := (&Upgrader{NewID: id}).Event(append([]byte(" "), data...)) // a blank in front is never passed over
		if a, err := checked(quick); err == nil {
			b, err := checked(thorough)
			if err != nil || string(a.text()) != string(b.text()) {
				t.Errorf("%q becomes %q, and %q behind a blank", data, quick, thorough)
			}
		}
		again := (&Upgrader{NewID: id}).Event(quick)
		if string(again) != string(quick) {
			t.Errorf("%q becomes %q, and then %q", data, quick, again)
		}
	})
}
