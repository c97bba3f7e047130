package generator

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/emit"
)

const payloads = "../../shared/payloads/"

// refusedPayloads are the schemas of ../shared/payloads that cannot be generated without "unchecked", by the keyword.
var refusedPayloads = map[string]string{
	"annotated-profile": lookaround, "approval-form": lookaround, "conditional-form": "if", "country-address": "if",
	"invoice-decimal": lookaround, "kanban-board": lookaround, "travel-planner": lookaround,
}

const lookaround = "pattern with lookaround"

// payloadClashes are names for what would be called the same in Go.
var payloadClashes = map[string]map[string]string{
	"incident-timeline": {"Incident.extra": "Details"},
	"go-traps": {
		"Names that meet Go.userId": "UserCamel", "Names that meet Go.userID": "UserCapital", "Names that meet Go.user-id": "UserHyphen",
		"Names that meet Go.User Id": "UserSpace", "Names that meet Go.UserId": "UserPascal", "Names that meet Go.@type": "AtType",
		"Names that meet Go.a/b": "ASlashB", "Names that meet Go.a~b": "ATildeB", "Names that meet Go.string": "Text",
		"Names that meet Go.MarshalJSON": "Marshal", "Names that meet Go.Type": "CapitalType", "Names that meet Go.xY": "XCapitalY",
		"Names that meet Go/UserId.ID": "CapitalID", "Names that meet Go/UserId.Id": "PascalID",
		"Names that meet Go/xY": "NamesThatMeetGoXCapitalY",
		"Go-Traps.A":            "CapitalA", "Go-Traps.a-": "AHyphen", "Go-Traps._a": "UnderscoreA",
	},
}

// document is a line of the manifest: a document and what is wrong with it.
type document struct {
	Path, Schema string
	Valid        bool
	Errors       [][3]string // keyword, place in the document, place in the schema
}

// TestPayloads generates the payload schemas of users and lets the generated code judge their documents: every verdict is
// right, every finding is one that ajv reports, and what is valid survives decoding and encoding.
func TestPayloads(t *testing.T) {
	names := payloadNames(t)
	refused := map[string]string{}
	packages := map[string]string{}
	var files []emit.File
	var all []trial
	documents := manifest(t)
	for _, name := range names {
		c := payloadConfig(t, name)
		c.Names.Names = payloadClashes[name]
		made, err := Generate(context.Background(), c)
		if err != nil {
			refused[name] = reasonOf(err)
			t.Logf("refused: %v", err)
			continue
		}
		files, packages[c.Package] = append(files, made...), entry(c)
		for _, d := range documents {
			if d.Schema == name {
				all = append(all, payloadTrial(t, c.Package, d))
			}
		}
	}
	wrong := judgeTrials(t, files, packages, all, true)
	for _, w := range wrong {
		t.Error(w)
	}
	t.Logf("%d schemas are generated, with %d documents, of which %d are judged wrongly; %d are refused: %v",
		len(names)-len(refused), len(all), len(wrong), len(refused), refused)
	if !maps.Equal(refused, refusedPayloads) {
		t.Errorf("refused are %v, should be %v", refused, refusedPayloads)
	}
}

func payloadNames(t *testing.T) []string {
	t.Helper()
	files, _ := filepath.Glob(payloads + "*.schema.json")
	if len(files) == 0 {
		t.Skip("needs ../shared, the payload schemas")
	}
	var names []string
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".schema.json"))
	}
	return names
}

func payloadConfig(t *testing.T, name string) Config {
	t.Helper()
	text, err := os.ReadFile(payloads + name + ".schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return Config{
		Schema: Source{name + ".schema.json", text}, Package: strings.ReplaceAll(name, "-", ""), ImportPath: "example.org/suite",
		Parts: []string{Types, JSON, Validate},
	}
}

func manifest(t *testing.T) []document {
	t.Helper()
	text, err := os.ReadFile(payloads + "MANIFEST.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var list []document
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var d document
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		list = append(list, d)
	}
	return list
}

func payloadTrial(t *testing.T, pkg string, d document) trial {
	t.Helper()
	text, err := os.ReadFile(payloads + d.Path)
	if err != nil {
		t.Fatal(err)
	}
	tr := trial{Package: pkg, Definition: "#", Data: string(text), Valid: d.Valid, Name: d.Path, Survives: d.Valid}
	for _, e := range d.Errors {
		tr.Places = append(tr.Places, fmt.Sprintf("%s at %q by %s", e[0], e[1], e[2]))
	}
	slices.Sort(tr.Places)
	return tr
}
