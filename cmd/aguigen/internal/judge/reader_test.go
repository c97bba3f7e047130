package judge

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// small has a union at its root, an open object that is no event, a text-or-list member and a mixin.
const small = `{
  "$id": "https://example.org/spec/1.0/schema.json",
  "$ref": "#/$defs/Shape",
  "$defs": {
    "Named": {"type": "object", "properties": {"name": {"type": "string"}}},
    "Circle": {
      "type": "object", "allOf": [{"$ref": "#/$defs/Named"}],
      "properties": {"kind": {"const": "CIRCLE"}, "radius": {"type": "integer", "minimum": 1}, "outerRadius": {"type": "integer"}},
      "required": ["kind", "radius"], "unevaluatedProperties": false
    },
    "Square": {
      "type": "object", "properties": {"kind": {"const": "SQUARE_BOX"}, "corners": {"type": "array", "items": {"$ref": "#/$defs/Corner"}, "minItems": 1}},
      "required": ["kind"], "unevaluatedProperties": false
    },
    "Shape": {"oneOf": [{"$ref": "#/$defs/Circle"}, {"$ref": "#/$defs/Square"}]},
    "Corner": {
      "type": "object",
      "properties": {"label": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}, "a/b~": {"type": "boolean"}},
      "additionalProperties": false
    },
    "Drawing": {
      "type": "object", "properties": {"drawingId": {"type": "string"}, "shapes": {"type": "array", "items": {"$ref": "#/$defs/Shape"}}, "size": {"type": ["integer", "null"]}},
      "required": ["drawingId", "shapes"]
    },
    "Path": {"type": "array", "items": {"$ref": "#/$defs/Corner"}}
  }
}`

const bom = "\ufeff"

// Each case is a file and what is said about it, with the place in the file.
func TestPlaces(t *testing.T) {
	s := loaded(t, small)
	for _, c := range []struct {
		name, text, want string
		format           Format
	}{
		{"one event", "data: {\"kind\":\"CIRCLE\",\"radius\":0}\n\n", "Shape false\n  1:33: /radius: 0 is less than the minimum of 1\n", SSE},
		{"no space", "data:{\"kind\":\"CIRCLE\",\"radius\":0}\n\n", "Shape false\n  1:32: /radius: 0 is less than the minimum of 1\n", SSE},
		{"two spaces", "data:  {\"kind\":\"CIRCLE\",\"radius\":0}\n\n", "Shape false\n  1:34: /radius: 0 is less than the minimum of 1\n", SSE},
		{"split data", ": ping\nevent: x\ndata: {\"kind\":\ndata:\"CIRCLE\",\nid: 7\ndata: \"radius\":0}\n\n", "Shape false\n  6:16: /radius: 0 is less than the minimum of 1\n", SSE},
		{"split data, CRLF", "data: {\"kind\":\r\ndata:\"CIRCLE\",\r\ndata: \"radius\":0}\r\n\r\n", "Shape false\n  3:16: /radius: 0 is less than the minimum of 1\n", SSE},
		{"split data, CR", "data: {\"kind\":\rdata:\"CIRCLE\",\rdata: \"radius\":0}\r\r", "Shape false\n  3:16: /radius: 0 is less than the minimum of 1\n", SSE},
		{"mixed ends", "data: {\"kind\":\rdata:\"CIRCLE\",\r\ndata: \"radius\":0}\n\r\n", "Shape false\n  3:16: /radius: 0 is less than the minimum of 1\n", SSE},
		{"BOM", bom + "data: {\"kind\":\"CIRCLE\",\"radius\":0}\n\n", "Shape false\n  1:33: /radius: 0 is less than the minimum of 1\n", SSE},
		{"BOM, second event", bom + "data: {\"kind\":\"CIRCLE\",\"radius\":1}\r\n\r\ndata: {\"kind\":\"CIRCLE\",\"radius\":0}\r\n\r\n", "Shape true\nShape false\n  3:33: /radius: 0 is less than the minimum of 1\n", SSE},
		{"BOM in the middle", "data: {\"kind\":\"SQUARE_BOX\"}\n\n" + bom + "data: {\"kind\":\"CIRCLE\"}\n\n", "Shape true\n false\n  3:1: : a reader of server-sent events skips this line: \"data:\" in small letters, without a space, has to be the first thing in it\n", SSE},
		{"syntax in split data", "data: {\"kind\":\ndata:\"CIRCLE\"\ndata: \"radius\":0}\n\n", " false\n  3:7: : this is not JSON: found '\"': expected ',' or '}'\n", SSE},
		{"prefix forgotten", "{\"kind\":\"CIRCLE\"}\n\n", " false\n  1:1: : a reader of server-sent events skips this line: start it with \"data:\"\n", SSE},
		{"no blank line", "data: {\"kind\":\"SQUARE_BOX\"}", "Shape true\n  1:28: : note: no blank line ends the last event: a reader that follows the standard drops it\n", SSE},
		{"end mark", "data: [DONE]\n\n", " false\n  1:7: : found \"[DONE]\", the end mark of another protocol: leave it out, the stream ends with its last event\n", SSE},
		{"empty data", "data\n\n", " false\n  1:5: : the event's data is empty, and a reader expects JSON: to keep a connection alive, send a comment (\":\")\n", SSE},
		{"event name", "event: CIRCLE\ndata: {\"kind\":\"SQUARE_BOX\"}\n\nevent: other\ndata: {\"kind\":\"SQUARE_BOX\"}\n\n", "Shape true\n  2:15: /kind: note: the event is named \"CIRCLE\", but its \"kind\" is \"SQUARE_BOX\": readers go by the latter\nShape true\n", SSE},
		{"only comments", ": ping\n\nid: 1\nretry: 10\n\n", "", SSE},

		{"lines", " {\"kind\":\"CIRCLE\"}\n\n\t\n{\"kind\":\n{\"kind\":\"SQUARE_BOX\"}", "Shape false\n  1:2: : Circle: missing required property \"radius\"\n false\n  4:9: : this is not JSON: unexpected end of the document\nShape true\n", JSONL},
		{"lines, CRLF and BOM", bom + "{\"kind\":\"SQUARE_BOX\"}\r\n{\"kind\":3}\r\n", "Shape true\nShape false\n  2:9: : \"kind\" is a number, not a string\n", JSONL},
		{"events as lines", "data: {}\n", " false\n  1:1: : this looks like a line of server-sent events: read it with the format sse\n", JSONL},

		{"array", "[\r\n  {\"kind\":\"SQUARE_BOX\"},\r\n  {\"kind\":\"CIRCLE\",\r\n   \"radius\":0}\r\n]\r\n", "Shape true\nShape false\n  4:13: /radius: 0 is less than the minimum of 1\n", JSON},
		{"array, CR", "[\r{\"kind\":\"CIRCLE\",\r\"radius\":0}\r]", "Shape false\n  3:10: /radius: 0 is less than the minimum of 1\n", JSON},
		{"values in a row", bom + "{\"kind\":\"SQUARE_BOX\"}[]\n{\"kind\":\"x\\\"}\"} [1]", "Shape true\nShape false\n  2:9: : Shape has no variant with kind \"x\\\"}\": it belongs to another version or to another protocol\nShape false\n  2:18: : expected an object with \"kind\", found a number\n", JSON},
		{"array without end", "[{\"kind\":\"SQUARE_BOX\"}\n", "Shape true\n false\n  2:1: : this is not JSON: the file ends inside the array that holds the documents; the rest of the file is not read\n", JSON},
		{"array without comma", "[{\"kind\":\"SQUARE_BOX\"} {}]", "Shape true\n false\n  1:24: : this is not JSON: found '{' where ',' or ']' should be; the rest of the file is not read\n", JSON},
		{"array with a comma too many", "[{\"kind\":\"SQUARE_BOX\"},]", "Shape true\n false\n  1:24: : this is not JSON: found ']' where a value should start; the rest of the file is not read\n", JSON},
		{"bracket of another kind", "{\"kind\": [}\n{}", " false\n  1:11: : this is not JSON: found '}': expected a value; the rest of the file is not read\n", JSON},
		{"line end in a string", "{\"kind\": \"\n\"}", " false\n  1:11: : this is not JSON: found '\\n': a control character in a string must be escaped; the rest of the file is not read\n", JSON},
		{"not JSON at all", "kind: CIRCLE\n", " false\n  1:1: : this is not JSON: found 'k': expected a value; the rest of the file is not read\n", JSON},
		{"fault inside", "{\"kind\" \"CIRCLE\"}\n{\"kind\":\"SQUARE_BOX\"}", " false\n  1:9: : this is not JSON: found '\"': expected ':'\nShape true\n", JSON},
		{"nothing", " \n", "", JSON},
	} {
		t.Run(c.name, func(t *testing.T) {
			for how, wrap := range map[string]func(io.Reader) io.Reader{"": func(r io.Reader) io.Reader { return r }, " byte by byte": iotest.OneByteReader} {
				if got := judged(t, s, open(wrap(strings.NewReader(c.text)), "", c.format, 64<<20)); got != c.want {
					t.Errorf("%s%s: got\n%swant\n%s", c.name, how, got, c.want)
				}
			}
		})
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Format
	}{
		{"x.jsonl", "{\"a\":1}\n", JSONL},
		{"x.ndjson", "{\"a\":\n1}", JSONL},
		{"x.jsonl", "data: {}\n", SSE},
		{"x.sse", "{\"a\":1}\n", SSE},
		{"x.SSE", "", SSE},
		{"x.json", "{\"a\":1}\n{\"a\":2}\n", JSONL},
		{"x.json", "{\"a\":1}\n\n", JSON},
		{"", "{\"a\":1}\r\n{\"a\":2}", JSONL},
		{"", "{\"a\":1}\n{\"a\":", JSONL},
		{"", "{\n\"a\":1}\n", JSON},
		{"", "[{\"a\":1}]\n", JSON},
		{"", "[\ndata: \n]", JSON},
		{"", "\n\n: ping\n\n", SSE},
		{"", "event: x\n", SSE},
		{"", bom + "data: {}\n", SSE},
		{"", "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: {}\r\n\r\n", SSE},
		{"", "## title\rdata: {}\r", SSE},
		{"", "dates: 1\n", JSON},
		{"", "", JSON},
		{"", strings.Repeat(" ", 2*window) + "data: {}", JSON},
	} {
		t.Run(c.name, func(t *testing.T) {
			for how, in := range map[string]io.Reader{"": strings.NewReader(c.text), " byte by byte": iotest.OneByteReader(strings.NewReader(c.text))} {
				if how != "" && len(c.text) > window {
					continue // slow
				}
				var got Format
				switch r := open(in, c.name, Auto, 64<<20).(type) {
				case *events:
					got = SSE
				case *perLine:
					got = JSONL
				case *values:
					got = JSON
				default:
					t.Fatalf("%T", r)
				}
				if got != c.want {
					t.Errorf("%q%s: got %s, want %s", c.text[:min(len(c.text), 40)], how, got, c.want)
				}
			}
		})
	}
}

// A reader that breaks is not the end of a file.
func TestReadingFails(t *testing.T) {
	for _, f := range []Format{SSE, JSONL, JSON} {
		for _, text := range []string{"", "\n", ": ", `{"a": "`, "[", "[1", "1", "{} "} {
			if f == JSON && text == ": " {
				continue // ends the reading by itself
			}
			in := io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrClosedPipe))
			r := open(in, "", f, 64<<20)
			var err error
			for n := 0; err == nil && n < 10; n++ {
				_, err = Next(r)
			}
			if err != io.ErrClosedPipe {
				t.Errorf("%s %q: %v", f, text, err)
			}
		}
	}
}

// An array is one document where the definition asks for that.
func TestArrays(t *testing.T) {
	for def, want := range map[string]bool{"": false, "Path": true, "Shape": false, "Corner": false, "Drawing": false} {
		t.Run(def, func(t *testing.T) {
			s := loaded(t, small)
			if def != "" {
				if err := s.Use(def); err != nil {
					t.Fatal(err)
				}
			}
			if s.TakesArrays() != want {
				t.Errorf("%q: %t", def, !want)
			}
		})
	}
	s := loaded(t, small)
	if err := s.Use("Path"); err != nil {
		t.Fatal(err)
	}
	r, _ := Open(strings.NewReader(`[{}, 1]`), "", Options{Format: JSON, Arrays: true, Most: 64 << 20})
	got := judged(t, s, r)
	if want := "Path false\n  1:6: /1: expected an object, found a number\n"; got != want {
		t.Errorf("got %s", got)
	}
}

func ExampleOpen() {
	r := open(strings.NewReader("data: {\ndata: }\n\n"), "capture.sse", Auto, 64<<20)
	d, err := Next(r)
	fmt.Printf("%q %v\n", d.Text, err)
	_, err = Next(r)
	fmt.Println(err)
	// Output:
	// "{\n}" <nil>
	// EOF
}

// open reads a file of documents of most bytes.
func open(in io.Reader, name string, f Format, most int) Reader {
	r, _ := Open(in, name, Options{Format: f, Most: most, Message: func(data []byte) ([]byte, error) { return data, nil }})
	return r
}

func TestFrames(t *testing.T) {
	s := loaded(t, `{"required": ["x"]}`)
	const good, bad = "\x00\x00\x00\x07{\"x\":1}", "\x00\x00\x00\x02{}"
	for _, c := range []struct{ name, text, want string }{
		{"frames", good + bad, "valid\n0:0 missing required property \"x\"\n"},
		{"a cut length", good + "\x00\x00", "valid\n0:0 the file ends within the length of a frame\n"},
		{"a cut frame", "\x00\x00\x00\x09{\"x\"", "0:0 the file ends within a frame of 9 bytes: 4 are there\n"},
		{"a large frame", "\x01\x00\x00\x00", "0:0 the document is larger than 1000 bytes: raise the limit with --max-document\n"},
		{"a large frame, and another", "\x00\x00\x10\x00" + strings.Repeat("x", 4096) + good, "0:0 the document is larger than 1000 bytes: raise the limit with --max-document\nvalid\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := Open(iotest.OneByteReader(strings.NewReader(c.text)), "", Options{Format: Frames, Most: 1000, Message: func(data []byte) ([]byte, error) { return data, nil }})
			var b strings.Builder
			for {
				d, err := Next(r)
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				v := s.Judge(d, 10)
				if v.Valid {
					b.WriteString("valid\n")
				}
				for _, f := range v.Findings {
					fmt.Fprintf(&b, "%d:%d %s\n", f.Line, f.Column, f.Message)
				}
			}
			if b.String() != c.want {
				t.Errorf("%s: got\n%swant\n%s", c.name, b.String(), c.want)
			}
		})
	}
	if _, f := Open(strings.NewReader(good), "x", Options{Most: 10}); f != Frames {
		t.Errorf("the format is %s", f)
	}
}

func TestWithin(t *testing.T) {
	s := loaded(t, `{"required": ["x"]}`)
	if err := s.Within("event"); err == nil {
		t.Error("a pointer without a slash is taken")
	}
	if err := s.Within("/a~1b/1"); err != nil {
		t.Fatal(err)
	}
	r := open(strings.NewReader("{\"a/b\":[0,{\"x\":1}]}\n{\"a/b\":[0,\n{}]}\n{\"a/b\":[0]}"), "", JSON, 100)
	var got []string
	for {
		d, err := Next(r)
		if err == io.EOF {
			break
		}
		v := s.Judge(d, 10)
		got = append(got, fmt.Sprint(v.Absent, v.Valid, string(v.Value)))
		for _, f := range v.Findings {
			got = append(got, fmt.Sprint(f.Line, f.Column, f.Pointer))
		}
	}
	want := []string{`false true{"x":1}`, `false false{}`, "3 1/a~1b/1", "true true"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
