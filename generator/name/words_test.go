package name

import (
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/diag"
)

func plainStyle(t testing.TB) *style {
	t.Helper()
	var problems diag.List
	s := newStyle(Options{}, &problems)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return s
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		wire string
		want string // words joined by spaces
	}{
		{"messageId", "message Id"},
		{"MESSAGE_ID", "message id"},
		{"tool-call", "tool call"},
		{"TextMessageStartEvent", "Text Message Start Event"},
		{"HTTPServer", "HTTP Server"},
		{"pendingToolCallIDs", "pending Tool Call IDs"},
		{"IDsOf", "IDs Of"},
		{"base64url", "base64url"},
		{"sha256Sum", "sha256 Sum"},
		{"x86_64", "x86 64"},
		{"1.0", "1 0"},
		{"application/vnd.x+json", "application vnd x json"},
		{"$ref", "ref"},
		{"", "empty"},
		{"<=", "less equal"},
		{"\u2028", "u2028"},
		{"größeÄndern", "größe Ändern"},
	} {
		t.Run(c.wire, func(t *testing.T) {
			if got := strings.Join(Words(c.wire), " "); got != c.want {
				t.Errorf("Words(%q) = %q, want %q", c.wire, got, c.want)
			}
		})
	}
}

func TestIdentifiers(t *testing.T) {
	for _, c := range []struct{ wire, exported, unexported string }{
		{"messageId", "MessageID", "messageID"},
		{"toolCallId", "ToolCallID", "toolCallID"},
		{"pendingToolCallIds", "PendingToolCallIDs", "pendingToolCallIDs"},
		{"interruptIds", "InterruptIDs", "interruptIDs"},
		{"ids", "IDs", "ids"},
		{"identity", "Identity", "identity"},
		{"UrlSource", "URLSource", "urlSource"},
		{"documentationUrl", "DocumentationURL", "documentationURL"},
		{"JsonPatch", "JSONPatch", "jsonPatch"},
		{"mimeType", "MIMEType", "mimeType"},
		{"supportedMimeTypes", "SupportedMIMETypes", "supportedMIMETypes"},
		{"https", "HTTPS", "https"},
		{"pdf", "PDF", "pdf"},
		{"TTSEvent", "TTSEvent", "ttsEvent"},
		{"1.0", "X1_0", "x1_0"},
		{"10", "X10", "x10"},
		{"漢字", "X漢字", "漢字"},
		{"TEXT_MESSAGE_START", "TextMessageStart", "textMessageStart"},
	} {
		t.Run(c.wire, func(t *testing.T) {
			s := plainStyle(t)
			if got := s.exported(Words(c.wire)); got != c.exported {
				t.Errorf("exported %q = %s, want %s", c.wire, got, c.exported)
			}
			if got := s.unexported(Words(c.wire)); got != c.unexported {
				t.Errorf("unexported %q = %s, want %s", c.wire, got, c.unexported)
			}
		})
	}
}

// FuzzWords: every string becomes identifiers, and splitting is stable: words put together again with a separator are
// the same words, and give the same name.
func FuzzWords(f *testing.F) {
	for _, seed := range []string{"messageId", "MESSAGE_ID", "tool-call", "IDsOf2x", "", "<=", "1.0", "ǅx", "𝐀b", "\xff", "漢字", "İd"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, wire string) {
		s := plainStyle(t)
		words := Words(wire)
		id, local := s.exported(words), s.unexported(words)
		if !token.IsIdentifier(id) || !token.IsExported(id) {
			t.Errorf("exported %q = %q", wire, id)
		}
		if token.IsExported(local) || !token.IsIdentifier(local) && !token.IsKeyword(local) {
			t.Errorf("unexported %q = %q", wire, local)
		}
		if joined := strings.Join(words, "_"); !slices.Equal(Words(joined), words) {
			t.Errorf("Words(%q) = %q, but of %q: %q", wire, words, joined, Words(joined))
		}
	})
}
