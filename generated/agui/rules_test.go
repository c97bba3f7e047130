package agui_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
)

// theSchema is the file that the package was made from.
var theSchema = sync.OnceValues(func() (any, error) {
	text, err := os.ReadFile("../../schema/" + agui.ProtocolVersion + "/schema.json")
	if err != nil {
		return nil, err
	}
	var schema any
	return schema, json.Unmarshal(text, &schema)
})

// checkRules fails for a violation whose rule does not stand in the schema where it says, or under another name.
func checkRules(t *testing.T, err error) {
	t.Helper()
	var all agui.ValidationErrors
	if !errors.As(err, &all) {
		return
	}
	schema, err := theSchema()
	if err != nil {
		return // the package stands alone: TestRulesAreInTheSchema says so
	}
	for _, e := range all {
		if e.Keyword == "" && e.SchemaLocation == "" {
			continue // breaks no rule: it is the end of the list, or not JSON
		}
		at := schema
		for _, step := range strings.Split(strings.TrimPrefix(e.SchemaLocation, "#/"), "/") {
			step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
			switch here := at.(type) {
			case map[string]any:
				at = here[step]
			case []any:
				i, _ := strconv.Atoi(step)
				at = here[i]
			}
			if at == nil {
				t.Fatalf("%s is not in the schema: %v", e.SchemaLocation, e)
			}
		}
		if !strings.HasSuffix(e.SchemaLocation, "/"+e.Keyword) {
			t.Fatalf("%q is not the last step of %s", e.Keyword, e.SchemaLocation)
		}
	}
}

// TestRulesAreInTheSchema changes one value at a time in a document of every kind into each of several others. Whatever that
// breaks has to be in the schema. The fuzz targets and the judged documents go through the same check.
func TestRulesAreInTheSchema(t *testing.T) {
	if _, err := theSchema(); err != nil {
		t.Skipf("takes the repository's schema: %v", err)
	}
	broken := 0
	for _, doc := range []string{
		parts(`{"type":"image","source":{"type":"url","value":"u"}},{"type":"text","text":"a"}`),
		snapshot(`{"role":"assistant","id":"a","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}`),
		snapshot(`{"role":"tool","id":"a","toolCallId":"c","content":"x"},{"role":"activity","id":"b","activityType":"t","content":{"k":1}}`),
		finished(`{"type":"interrupt","interrupts":[{"id":"i","reason":"r"}]}`),
		`{"type":"TOOL_CALL_RESULT","messageId":"m","toolCallId":"c","content":"x","role":"tool","usage":[{"provider":"p","inputTokens":1}]}`,
		`{"type":"STATE_DELTA","delta":[{"op":"move","from":"/a","path":"/b"}],"timestamp":1,"rawEvent":{"a":1},"metadata":{"k":1}}`,
		`{"type":"RUN_STARTED","threadId":"t","runId":"r","input":{"threadId":"t","runId":"r","tools":[{"name":"n","description":"d","parameters":{}}],"context":[{"description":"d","value":"v"}],"messages":[` + user + `],"resume":[{"interruptId":"i","status":"resolved"}],"state":{},"forwardedProps":{}}}`,
		`{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"e","encryptedValue":"v"}`,
		`{"type":"TEXT_MESSAGE_START","messageId":"m","role":"user"}`,
	} {
		for _, other := range []string{"null", "1", "1.5", "-1e400", `""`, `"other"`, "[]", "[1]", "{}", `{"x":1}`, "true"} {
			for _, changed := range replaced(t, doc, other) {
				err := agui.ValidateJSON("Event", changed)
				if err != nil {
					broken++
				}
				checkRules(t, err)
				e, err := (&agui.Decoder{Keep: true}).Event(changed)
				if checkRules(t, err); err == nil {
					checkRules(t, e.Validate())
				}
			}
		}
	}
	if broken < 500 {
		t.Errorf("only %d documents are broken", broken)
	}
}

// replaced returns the document with one value after the other replaced.
func replaced(t *testing.T, doc, other string) [][]byte {
	t.Helper()
	var list [][]byte
	d := json.NewDecoder(strings.NewReader(doc))
	for {
		start := d.InputOffset()
		token, err := d.Token()
		if err != nil {
			return list
		}
		end := d.InputOffset()
		if delim, ok := token.(json.Delim); ok {
			if delim == '}' || delim == ']' {
				continue
			}
			start = end - 1
			length := len(doc) - int(start)
			var raw json.RawMessage
			if json.NewDecoder(strings.NewReader(doc[start:])).Decode(&raw) == nil {
				length = len(raw)
			}
			end = start + int64(length)
		} else {
			start += int64(bytes.IndexAny([]byte(doc[start:end]), `"0123456789-tfn`))
		}
		changed := doc[:start] + other + doc[end:]
		if json.Valid([]byte(changed)) { // else it was a key
			list = append(list, []byte(changed))
		}
	}
}
