package schema

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestVersions(t *testing.T) {
	folders, err := filepath.Glob("*/schema.json")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no versions: %v", err)
	}
	got := Versions()
	for _, f := range folders {
		if !slices.Contains(got, filepath.Dir(f)) {
			t.Errorf("Versions() = %v, which lacks the folder %s: embed it", got, filepath.Dir(f))
		}
	}
	if len(got) != len(folders) {
		t.Errorf("Versions() = %v, but the folders are %v", got, folders)
	}
	if !slices.Contains(Versions(), Default) {
		t.Errorf("Default %s is not among %v", Default, Versions())
	}
}

func TestFSHoldsEachVersion(t *testing.T) {
	want := []string{"schema.json", "proto/events.proto", "proto/types.proto", "proto/patch.proto", "wire-numbers.txt"}
	for _, v := range Versions() {
		fsys, err := FS(v)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range want {
			if info, err := fs.Stat(fsys, name); err != nil || info.Size() == 0 {
				t.Errorf("%s/%s is missing or empty: %v", v, name, err)
			}
		}
		var head struct {
			ID string `json:"$id"`
		}
		if err := json.Unmarshal(ours(t, v, "schema.json"), &head); err != nil {
			t.Fatal(err)
		}
		if id := "https://ag-ui.com/spec/" + v + "/schema.json"; head.ID != id {
			t.Errorf("folder %s holds the schema %s, want %s", v, head.ID, id)
		}
	}
}

func TestUnknownVersion(t *testing.T) {
	for asked, want := range map[string]string{
		"9.9": "1.1", "1.2": "1.1", "1.0.3": "1.0", "v1.1": "1.1", "1": "1.0", "0.9": "1.0", "2": "1.1",
		"latest": Default, "": Default, "../1.0": Default,
	} {
		t.Run(asked, func(t *testing.T) {
			if got := nearest(asked, []string{"1.0", "1.1"}); got != want {
				t.Errorf("nearest to %q is %s, want %s", asked, got, want)
			}
		})
	}
	known := Versions()
	newest := known[len(known)-1]
	for asked, want := range map[string]string{"999.9": newest, "0.9": known[0], "latest": Default, "": Default, "../1.0": Default} {
		t.Run(asked, func(t *testing.T) {
			fsys, err := FS(asked)
			if err == nil || fsys != nil {
				t.Errorf("FS(%q) gave a folder", asked)
				return
			}
			for _, part := range []string{`"` + asked + `"`, "known are " + strings.Join(known, ", "), "nearest is " + want} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("FS(%q): %q lacks %q", asked, err, part)
				}
			}
		})
	}
}

func TestOrderIsByNumber(t *testing.T) {
	got := []string{"1.10", "2.0", "1.9", "1.0"}
	slices.SortFunc(got, byNumber)
	if want := []string{"1.0", "1.9", "1.10", "2.0"}; !slices.Equal(got, want) {
		t.Errorf("sorted %v, want %v", got, want)
	}
}

// ours reads an embedded file.
func ours(t *testing.T, version, name string) []byte {
	t.Helper()
	fsys, err := FS(version)
	if err != nil {
		t.Fatal(err)
	}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// official reads the file that ours follows; without the shared data beside the repository the test is skipped.
func official(t *testing.T, version, name string) []byte {
	t.Helper()
	const spec = "../../shared/upstream/spec"
	if _, err := os.Stat(spec); err != nil {
		t.Skipf("needs ../shared, the official files: %v", err)
	}
	data, err := os.ReadFile(path.Join(spec, version, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}
