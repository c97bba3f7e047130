package schema

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var protoFiles = []string{"proto/events.proto", "proto/types.proto", "proto/patch.proto"}

var (
	protoComment = regexp.MustCompile(`//[^\n]*|(?s:/\*.*?\*/)`)
	protoToken   = regexp.MustCompile(`"[^"]*"|[\w.]+|[^\s\w]`)
)

// protoTokens returns the source without comments and white space. No string of these files holds a comment sign.
func protoTokens(src []byte) []string {
	return protoToken.FindAllString(protoComment.ReplaceAllString(string(src), " "), -1)
}

func TestProtosAreTheOfficialOnes(t *testing.T) {
	for _, v := range Versions() {
		for _, name := range protoFiles {
			got, want := protoTokens(ours(t, v, name)), protoTokens(official(t, v, name))
			if len(want) < 50 {
				t.Fatalf("%s/%s: the official file has only %d tokens", v, name, len(want))
			}
			for i := range max(len(got), len(want)) {
				if i >= len(got) || i >= len(want) || got[i] != want[i] {
					t.Errorf("%s/%s: first difference at token %d: ours %q, official %q", v, name, i,
						got[max(0, i-4):min(i+4, len(got))], want[max(0, i-4):min(i+4, len(want))])
					break
				}
			}
		}
	}
}

func TestProtoTokens(t *testing.T) {
	got := protoTokens([]byte("// a\nmessage A { /* b\n= 2; */ optional int64 x=1; // c = 3\n}"))
	if want := strings.Fields("message A { optional int64 x = 1 ; }"); !slices.Equal(got, want) {
		t.Errorf("tokens %q, want %q", got, want)
	}
}

func TestProtosNameNoGoPackage(t *testing.T) {
	for _, v := range Versions() {
		for _, name := range protoFiles {
			if slices.Contains(protoTokens(ours(t, v, name)), "go_package") {
				t.Errorf("%s/%s sets go_package, which is the business of whoever compiles it", v, name)
			}
		}
	}
}

// Every message and enum of the protos has a comment of one line, which protoc-gen-go carries into the Go code. It begins with
// the name, that of an inner message with the outer one's in front, as in Go.
func TestProtosAreCommented(t *testing.T) {
	opens := regexp.MustCompile(`^\s*(?:message|enum) (\w+) \{`)
	for _, v := range Versions() {
		for _, name := range protoFiles {
			lines := strings.Split(string(ours(t, v, name)), "\n")
			for i, line := range lines {
				m := opens.FindStringSubmatch(line)
				if m != nil && !regexp.MustCompile(`^\s*// (?:\w+_)?`+m[1]+` `).MatchString(lines[i-1]) {
					t.Errorf("%s/%s:%d: %s has no comment that begins with its name", v, name, i+1, m[1])
				}
			}
		}
	}
}

// ledger reads wire-numbers.txt: one "Message.field = number" a line, # begins a comment.
func ledger(t *testing.T, data []byte) map[string]bool {
	t.Helper()
	form := regexp.MustCompile(`^[\w.]+ = \d+$`)
	facts := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case !form.MatchString(line):
			t.Errorf("not a ledger line: %q", line)
		case facts[line]:
			t.Errorf("twice in the ledger: %q", line)
		default:
			facts[line] = true
		}
	}
	return facts
}

func TestNumbersAreTheOfficialOnes(t *testing.T) {
	for _, v := range Versions() {
		got, want := ledger(t, ours(t, v, "wire-numbers.txt")), ledger(t, official(t, v, "wire-numbers.txt"))
		if len(want) < 200 || !maps.Equal(got, want) {
			t.Errorf("%s: %d numbers, official %d, or not the same ones", v, len(got), len(want))
		}
	}
}

// numbers returns the facts of a proto source in the form of the ledger.
func numbers(tokens []string) map[string]bool {
	facts := map[string]bool{}
	var scope []string
	for i, tok := range tokens {
		switch {
		case tok == "{":
			scope = append(scope, tokens[i-1])
		case tok == "}":
			scope = scope[:len(scope)-1]
		case tok == "=" && len(scope) > 0:
			facts[strings.Join(scope, ".")+"."+tokens[i-1]+" = "+tokens[i+1]] = true
		}
	}
	return facts
}

func TestLedgerAgreesWithProtos(t *testing.T) {
	for _, v := range Versions() {
		want := map[string]bool{}
		for _, name := range protoFiles {
			maps.Copy(want, numbers(protoTokens(ours(t, v, name))))
		}
		got := ledger(t, ours(t, v, "wire-numbers.txt"))
		for _, fact := range slices.Sorted(maps.Keys(want)) {
			if !got[fact] {
				t.Errorf("%s: the protos say %q, the ledger does not", v, fact)
			}
		}
		for _, fact := range slices.Sorted(maps.Keys(got)) {
			if !want[fact] {
				t.Errorf("%s: the ledger says %q, the protos do not", v, fact)
			}
		}
	}
}
