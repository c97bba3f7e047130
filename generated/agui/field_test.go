package agui_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

var update = flag.Bool("update", false, "rewrite the golden files of this package")

// document is one event or other value in a file of the field.
type document struct {
	label      string // its number in the file, from 1, or its name
	definition string
	data       []byte
}

// fieldFiles lists every file of ../shared/field but the index, by its path below.
func fieldFiles(t *testing.T) []string {
	root := shared(t, "field")
	var list []string
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path != "INDEX.json" {
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// notEvents are the files in odd-producers that hold something else than events.
var notEvents = map[string]string{
	"agno-client-request.json":        "RunAgentInput",
	"go-gains-snake-case-input.json":  "RunAgentInput",
	"gosdk-nil-input.json":            "RunAgentInput",
	"tanstack-client-request.json":    "RunAgentInput",
	"gosdk-tool-null-parameters.json": "Tool",
	"capabilities-subAgents.json":     "AgentCapabilities",
}

// documents takes a file apart.
func documents(t *testing.T, file string) []document {
	data := readFile(t, shared(t, "field", file))
	folder, base := path.Split(file)
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	switch {
	case folder == "ag-ui-devtools/" && strings.HasSuffix(base, ".jsonl"):
		return captured(t, data)
	case strings.HasSuffix(base, ".scenario.json"):
		return scenario(t, data)
	case strings.HasSuffix(base, ".jsonl"):
		return number("Event", bytes.Split(bytes.TrimSpace(data), []byte("\n")))
	case strings.HasSuffix(base, ".sse"), base == "sse_streams.txt":
		return number("Event", splitSSE(data))
	case strings.HasSuffix(base, ".request.json"):
		return []document{{"1", "RunAgentInput", data}}
	case folder == "odd-producers/":
		return []document{{"1", orEvent(notEvents[base]), data}}
	default:
		return wrapped(t, data)
	}
}

func orEvent(definition string) string {
	if definition == "" {
		return "Event"
	}
	return definition
}

func number[T ~[]byte](definition string, list []T) []document {
	var documents []document
	for i, data := range list {
		documents = append(documents, document{fmt.Sprint(i + 1), definition, data})
	}
	return documents
}

// captured takes the requests and events out of the lines that a browser extension writes.
func captured(t *testing.T, data []byte) []document {
	var list []document
	for i, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		var entry struct {
			Kind         string
			Input, Event json.RawMessage
		}
		if err := json.Unmarshal(line, &entry); err != nil {
			t.Fatal(err)
		}
		switch entry.Kind {
		case "header", "keepalive":
		case "request":
			list = append(list, document{fmt.Sprint(i + 1), "RunAgentInput", entry.Input})
		case "event":
			list = append(list, document{fmt.Sprint(i + 1), "Event", entry.Event})
		default:
			t.Fatalf("nobody knows a line of kind %q", entry.Kind)
		}
	}
	return list
}

// scenario takes the events out of a scripted response.
func scenario(t *testing.T, data []byte) []document {
	var script struct{ Chunks []struct{ Text string } }
	if err := json.Unmarshal(data, &script); err != nil {
		t.Fatal(err)
	}
	var stream strings.Builder
	for _, chunk := range script.Chunks {
		stream.WriteString(chunk.Text)
	}
	return number("Event", splitSSE([]byte(stream.String())))
}

// wrapped finds the events in files that hold lists of them in one way or another.
func wrapped(t *testing.T, data []byte) []document {
	var file struct {
		Stream []struct { // pairs of what was asked for and what a producer writes
			Name  string
			Input json.RawMessage
		}
		Fixtures []struct{ Events []json.RawMessage }
		Events   []json.RawMessage
	}
	if json.Unmarshal(data, &file.Events) != nil {
		if err := json.Unmarshal(data, &file); err != nil {
			t.Fatal(err)
		}
	}
	for _, fixture := range file.Fixtures {
		file.Events = append(file.Events, fixture.Events...)
	}
	list := number("Event", file.Events)
	for _, pair := range file.Stream {
		list = append(list, document{pair.Name, "Event", pair.Input})
	}
	if len(list) > 0 {
		return list
	}
	named := map[string][]json.RawMessage{}
	if err := json.Unmarshal(data, &named); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		for i, data := range named[name] {
			list = append(list, document{fmt.Sprintf("%s/%d", name, i+1), "Event", data})
		}
	}
	return list
}

// splitSSE returns the data of every event in a stream of text. One at the end without a blank line counts.
func splitSSE(stream []byte) [][]byte {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(stream))
	var list [][]byte
	var lines []string
	for _, line := range append(strings.Split(text, "\n"), "") {
		name, value, _ := strings.Cut(line, ":")
		switch {
		case line == "":
			if data := strings.Join(lines, "\n"); data != "" {
				list = append(list, []byte(data))
			}
			lines = nil
		case name == "data":
			lines = append(lines, strings.TrimPrefix(value, " "))
		}
	}
	return list
}

// outcome says in a line what a Decoder makes of a document: "ok" where it is all known and good, else what it
// reports and what it finds wrong.
func outcome(d agui.Decoder, doc document) string {
	var parts []string
	d.OnUnknown = func(u agui.Unknown) {
		parts = append(parts, string(u.Kind)+" "+orRoot(u.InstanceLocation))
	}
	_, _, err := decodeAs(&d, doc.definition, doc.data)
	var syntax *agui.SyntaxError
	var found agui.ValidationErrors
	switch {
	case errors.As(err, &syntax):
		parts = append(parts, fmt.Sprintf("syntax %s at byte %d", orRoot(syntax.InstanceLocation), syntax.Offset))
	case errors.As(err, &found):
		for _, e := range found {
			parts = append(parts, strings.TrimSpace("error "+e.Keyword+" "+orRoot(e.InstanceLocation)+" "+e.Property))
		}
	case err != nil:
		parts = append(parts, "neither kind of error: "+err.Error())
	}
	if len(parts) == 0 {
		return "ok"
	}
	return strings.Join(parts, ", ")
}

func orRoot(pointer string) string {
	if pointer == "" {
		return "(root)"
	}
	return pointer
}

// outcomes are what the zero Decoder makes of documents, by label. The others are known and good.
type outcomes map[string]string

// fieldExpectation is what is expected of a file, or of all files of a pattern that no row above names.
type fieldExpectation struct {
	files     string
	documents int // in all of them
	outcomes  outcomes
}

// TestField reads everything that was seen in the field. Each document is known and good, or has the outcome that is
// listed: nothing is taken silently, and no row is left over.
func TestField(t *testing.T) {
	documentsOf := make([]int, len(fieldExpectations))
	met := make([]map[string]bool, len(fieldExpectations))
	for _, file := range fieldFiles(t) {
		row := slices.IndexFunc(fieldExpectations, func(e fieldExpectation) bool {
			ok, err := path.Match(e.files, file)
			return ok && err == nil
		})
		if row < 0 {
			t.Errorf("%s: nothing is expected of it", file)
			continue
		}
		if met[row] == nil {
			met[row] = map[string]bool{}
		}
		for _, doc := range documents(t, file) {
			documentsOf[row]++
			want, listed := fieldExpectations[row].outcomes[doc.label]
			met[row][doc.label] = listed
			if !listed {
				want = "ok"
			}
			if got := outcome(agui.Decoder{}, doc); got != want {
				t.Errorf("%s, %s: got %s\nwant %s", file, doc.label, got, want)
			}
			if !listed {
				checkGood(t, file, doc)
			}
		}
	}
	total := 0
	for i, e := range fieldExpectations {
		total += documentsOf[i]
		if documentsOf[i] != e.documents {
			t.Errorf("%s: found %d documents, want %d", e.files, documentsOf[i], e.documents)
		}
		for label := range e.outcomes {
			if !met[i][label] {
				t.Errorf("%s has no document %s", e.files, label)
			}
		}
	}
	t.Logf("%d documents read", total)
}

// checkGood makes sure that a document with nothing to report is valid and does not change on the way.
func checkGood(t *testing.T, file string, doc document) {
	if err := agui.ValidateJSON(doc.definition, doc.data); err != nil {
		t.Errorf("%s, %s: %v", file, doc.label, err)
	}
	v, _, err := decodeAs(&agui.Decoder{}, doc.definition, doc.data)
	if err != nil {
		t.Errorf("%s, %s: %v", file, doc.label, err)
		return
	}
	if got, want := encoded(t, v), canonical(t, doc.data); got != want {
		t.Errorf("%s, %s: became\n%s\nfrom\n%s", file, doc.label, got, want)
	}
}

// TestByteOrderMark checks that the files which begin with one are refused as they are: it is for the transport to
// take it off.
func TestByteOrderMark(t *testing.T) {
	marked := 0
	for _, file := range fieldFiles(t) {
		data := readFile(t, shared(t, "field", file))
		if !bytes.HasPrefix(data, []byte("\ufeff")) || !strings.HasSuffix(file, ".request.json") {
			continue
		}
		marked++
		if got := outcome(agui.Decoder{}, document{"1", "RunAgentInput", data}); got != "syntax (root) at byte 0" {
			t.Errorf("%s: got %s", file, got)
		}
	}
	if marked == 0 {
		t.Error("no file has one")
	}
}

// TestOddProducers writes down what the three ways to read make of every odd document, so that a person can judge the
// sentences.
func TestOddProducers(t *testing.T) {
	var b strings.Builder
	for _, file := range fieldFiles(t) {
		if path.Dir(file) != "odd-producers" {
			continue
		}
		for _, doc := range documents(t, file) {
			fmt.Fprintf(&b, "%s, document %s as %s\n", path.Base(file), doc.label, doc.definition)
			strict := agui.ValidateJSON(doc.definition, doc.data)
			b.WriteString(told("schema", nil, strict))
			for _, d := range []struct {
				name string
				agui.Decoder
			}{{"receiver", agui.Decoder{}}, {"AllowNull", agui.Decoder{AllowNull: true}}} {
				var unknown []agui.Unknown
				d.OnUnknown = func(u agui.Unknown) { unknown = append(unknown, u) }
				_, _, err := decodeAs(&d.Decoder, doc.definition, doc.data)
				b.WriteString(told(d.name, unknown, err))
			}
			b.WriteString("\n")
		}
	}
	golden := filepath.Join("testdata", "odd-producers.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := string(readFile(t, golden)); b.String() != want {
		t.Errorf("not what %s says: run with -update and read the difference. Now:\n%s", golden, b.String())
	}
}

// told spells a result, a line for each thing.
func told(name string, unknown []agui.Unknown, err error) string {
	var lines []string
	for _, u := range unknown {
		lines = append(lines, fmt.Sprintf("set aside: %s %s of %s", u.Kind, orRoot(u.InstanceLocation), u.Definition))
	}
	if err != nil {
		lines = append(lines, strings.Split(err.Error(), "\n")...)
	}
	if len(lines) == 0 {
		lines = []string{"good"}
	}
	var b strings.Builder
	for _, line := range lines {
		fmt.Fprintf(&b, "  %-9s  %s\n", name, line)
	}
	return b.String()
}
