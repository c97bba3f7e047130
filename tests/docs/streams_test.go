package docs

import (
	"os/exec"
	"strings"
	"testing"
)

// TestStreamTables compares the tables of docs/streams.md with what the schema's table says.
func TestStreamTables(t *testing.T) {
	cmd := exec.Command("go", "run", "./cmd/aguigen", "dump", "streams")
	cmd.Dir = repository
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	document := read(t, "docs/streams.md")
	tables := strings.Split(strings.TrimSpace(string(out)), "\n\n")
	if len(tables) != 2 {
		t.Fatalf("%d tables", len(tables))
	}
	for _, table := range tables {
		if !strings.Contains(document, "\n\n"+table+"\n\n") {
			t.Errorf("docs/streams.md lacks this table, which aguigen dump streams prints:\n%s", table)
		}
	}
}
