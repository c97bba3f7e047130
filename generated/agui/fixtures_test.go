package agui_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/internal/corpus"
)

// fixture is one judged document.
type fixture struct {
	name       string
	definition string
	data       []byte
	errors     []corpus.Error      // all that the reference validator reports
	want       *corpus.Expectation // the one in the branch that the discriminator selects; nil for a valid document
}

// fixtures reads the judged documents for the version of the package.
func fixtures(t testing.TB) []fixture {
	t.Helper()
	var list []fixture
	for _, d := range corpus.Documents(t, agui.ProtocolVersion) {
		list = append(list, fixture{d.Path, d.Definition(), []byte(d.Text), d.Errors, d.Expect})
	}
	return list
}

func TestVerdicts(t *testing.T) {
	valid, invalid := 0, 0
	for _, f := range fixtures(t) {
		err := agui.ValidateJSON(f.definition, f.data)
		if f.want == nil {
			valid++
			if err != nil {
				t.Errorf("%s is valid: %v", f.name, err)
			}
			continue
		}
		invalid++
		var found agui.ValidationErrors
		if !errors.As(err, &found) {
			t.Errorf("%s is invalid, got %v", f.name, err)
			continue
		}
		expected := func(e *agui.ValidationError) bool {
			return *f.want == corpus.Expectation{Keyword: e.Keyword, InstanceLocation: e.InstanceLocation, SchemaLocation: e.SchemaLocation, Property: e.Property}
		}
		if !slices.ContainsFunc(found, expected) {
			t.Errorf("%s: want %+v, got", f.name, *f.want)
			for _, e := range found {
				t.Errorf("    %+v", *e)
			}
		}
	}
	t.Logf("%d valid and %d invalid documents judged", valid, invalid)
}

// TestFindings compares everything that is found with everything that the reference validator reports: nothing may be
// made up.
func TestFindings(t *testing.T) {
	for _, f := range fixtures(t) {
		var found agui.ValidationErrors
		errors.As(agui.ValidateJSON(f.definition, f.data), &found)
		for _, e := range found {
			if !slices.Contains(f.errors, corpus.Error{e.Keyword, e.InstanceLocation, e.SchemaLocation}) {
				t.Errorf("%s: nobody else reports %+v", f.name, *e)
			}
		}
	}
}

// TestStrict compares strict decoding with the verdict.
func TestStrict(t *testing.T) {
	d := agui.Decoder{Strict: true}
	for _, f := range fixtures(t) {
		_, ok, err := decodeAs(&d, f.definition, f.data)
		if !ok {
			continue
		}
		if want := agui.ValidateJSON(f.definition, f.data); (want == nil) != (err == nil) || want != nil && want.Error() != err.Error() {
			t.Errorf("%s: strict decoding says %v, ValidateJSON %v", f.name, err, want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	decoded, scalars := 0, 0
	for _, f := range fixtures(t) {
		if f.want != nil {
			continue
		}
		v, ok, err := decodeAs(&agui.Decoder{}, f.definition, f.data)
		if !ok {
			scalars++
			continue
		}
		decoded++
		if err != nil {
			t.Errorf("%s: %v", f.name, err)
			continue
		}
		if valid, ok := v.(interface{ Validate() error }); ok {
			if err := valid.Validate(); err != nil {
				t.Errorf("%s: the decoded value: %v", f.name, err)
			}
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Errorf("%s: %v", f.name, err)
			continue
		}
		if got, want := canonical(t, text), canonical(t, f.data); got != want {
			t.Errorf("%s: became\n%s\nfrom\n%s", f.name, got, want)
		}
	}
	t.Logf("%d valid documents decoded and encoded, %d more of definitions without a type of their own", decoded, scalars)
}

// TestRecordedRuns decodes and encodes the recorded events of a real producer.
func TestRecordedRuns(t *testing.T) {
	files, err := filepath.Glob(shared(t, "field", "langgraph-dojo-trace", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatal("no recorded runs", err)
	}
	events := 0
	for _, file := range files {
		for _, data := range readLines[json.RawMessage](t, file) {
			events++
			e, err := agui.UnmarshalEvent(data)
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			text, err := agui.AppendEvent(nil, e)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := canonical(t, text), canonical(t, data); got != want {
				t.Errorf("%s: became\n%s\nfrom\n%s", file, got, want)
			}
		}
	}
	t.Logf("%d recorded events decoded and encoded", events)
}
