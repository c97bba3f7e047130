package schema

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestStructureIsTheOfficialOne(t *testing.T) {
	for _, v := range Versions() {
		got := structure(parseTree(t, ours(t, v, "schema.json")))
		want := structure(parseTree(t, official(t, v, "schema.json")))
		if len(want) < 1000 {
			t.Fatalf("%s: the official schema has only %d values", v, len(want))
		}
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Errorf("%s: first difference at value %d:\nours     %s\nofficial %s", v, i,
					strings.Join(got[min(i, len(got)):min(i+1, len(got))], ""),
					strings.Join(want[min(i, len(want)):min(i+1, len(want))], ""))
				break
			}
		}
	}
}

func TestDescribedWhereTheOfficialIs(t *testing.T) {
	for _, v := range Versions() {
		got := descriptions(parseTree(t, ours(t, v, "schema.json")))
		want := descriptions(parseTree(t, official(t, v, "schema.json")))
		if !slices.EqualFunc(got, want, func(a, b text) bool { return a.pointer == b.pointer }) {
			t.Errorf("%s: %d places described, official %d, or not the same ones", v, len(got), len(want))
		}
		for _, d := range got {
			if strings.TrimSpace(d.value) == "" {
				t.Errorf("%s: %s has an empty description", v, d.pointer)
			}
		}
	}
}

// runLength is the number of words in a row that counts as copied.
const runLength = 10

var word = regexp.MustCompile(`[a-z0-9']+`)

// runs returns every run of runLength words in s, punctuation and case aside.
func runs(s string) []string {
	words := word.FindAllString(strings.ToLower(s), -1)
	var all []string
	for i := range max(0, len(words)-runLength+1) {
		all = append(all, strings.Join(words[i:i+runLength], " "))
	}
	return all
}

func TestWordsAreOurs(t *testing.T) {
	theirs := map[string]bool{}
	whole := map[string]bool{}
	for _, v := range Versions() {
		for _, d := range descriptions(parseTree(t, official(t, v, "schema.json"))) {
			whole[d.value] = true
			for _, run := range runs(d.value) {
				theirs[run] = true
			}
		}
	}
	if len(theirs) < 1000 {
		t.Fatalf("only %d runs of %d words in the official text", len(theirs), runLength)
	}
	for _, v := range Versions() {
		for _, d := range descriptions(parseTree(t, ours(t, v, "schema.json"))) {
			if whole[d.value] {
				t.Errorf("%s: %s is an official description", v, d.pointer)
			}
			for _, run := range runs(d.value) {
				if theirs[run] {
					t.Errorf("%s: %s shares %q with the official text", v, d.pointer, run)
				}
			}
		}
	}
}

func TestRunsSeeThroughPunctuation(t *testing.T) {
	got := runs("One, two THREE: four-five (six) seven; eight nine's ten. Eleven")
	want := []string{
		"one two three four five six seven eight nine's ten",
		"two three four five six seven eight nine's ten eleven",
	}
	if !slices.Equal(got, want) {
		t.Errorf("runs = %q, want %q", got, want)
	}
	if got := runs("nine words are one too few to be found"); got != nil {
		t.Errorf("runs of nine words = %q", got)
	}
}

// A description becomes a Go comment: printable ASCII, whole sentences, and for a type its name first.
func TestDescriptionsSuitGodoc(t *testing.T) {
	printable := regexp.MustCompile(`^[A-Z][ -~]*\.$`)
	definition := regexp.MustCompile(`^/\$defs/([^/]+)$`)
	for _, v := range Versions() {
		all := descriptions(parseTree(t, ours(t, v, "schema.json")))
		if len(all) < 300 {
			t.Fatalf("%s: only %d descriptions", v, len(all))
		}
		for _, d := range all {
			if !printable.MatchString(d.value) || strings.ContainsAny(d.value, "`[]") || strings.Contains(d.value, "*/") {
				t.Errorf("%s: %s: not fit for a Go comment: %q", v, d.pointer, d.value)
			}
			if strings.Contains(d.value, "  ") || strings.Contains(d.value, "Deprecated:") {
				t.Errorf("%s: %s: godoc would misread %q", v, d.pointer, d.value)
			}
			if m := definition.FindStringSubmatch(d.pointer); m != nil && !strings.HasPrefix(d.value, m[1]+" ") {
				t.Errorf("%s: %s does not begin with its name: %q", v, d.pointer, d.value)
			}
		}
	}
}

// A minor version repeats the words of its predecessor, so that regenerated code differs only where the protocol does.
func TestNewVersionKeepsTheWords(t *testing.T) {
	added := []string{
		"/$defs/ReasoningEncryptedValueEvent/properties/encryptedValueType",
		"/$defs/BaseMessage/properties/encryptedValueType",
		"/$defs/ToolMessage/properties/encryptedValueType",
		"/$defs/ReasoningMessage/properties/encryptedValueType",
		"/$defs/ToolCall/properties/encryptedValueType",
	}
	before := descriptions(parseTree(t, ours(t, "1.0", "schema.json")))
	after := descriptions(parseTree(t, ours(t, "1.1", "schema.json")))
	kept := slices.DeleteFunc(slices.Clone(after), func(d text) bool { return slices.Contains(added, d.pointer) })
	if len(after)-len(kept) != len(added) {
		t.Errorf("1.1 has %d of the %d new places", len(after)-len(kept), len(added))
	}
	if !slices.Equal(before, kept) {
		t.Errorf("1.1 describes a place of 1.0 in other words, or not at all")
	}
}

// SOURCES.md names the official files by their hash.
func TestSourcesNameTheOfficialFiles(t *testing.T) {
	sources, err := os.ReadFile("SOURCES.md")
	if err != nil {
		t.Fatal(err)
	}
	files := []string{"schema.json", "wire-numbers.txt", "proto/events.proto", "proto/types.proto", "proto/patch.proto"}
	for _, v := range Versions() {
		for _, name := range files {
			sum := sha256.Sum256(official(t, v, name))
			if row := "| " + v + "/" + name + " | " + hex.EncodeToString(sum[:]) + " |"; !strings.Contains(string(sources), row) {
				t.Errorf("SOURCES.md lacks the row %s", row)
			}
		}
	}
}
