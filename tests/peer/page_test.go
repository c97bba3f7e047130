package peer

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// program runs a program to its end.
func program(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		complaint := ""
		if exit, ok := err.(*exec.ExitError); ok {
			complaint = string(exit.Stderr)
		}
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, complaint)
	}
	return out
}

// TestPage opens the page of examples/chat in Chromium, with the official client in it, against our handler: text appears
// while it streams, the state follows deltas, a question is asked and answered both ways, and a run is stopped.
func TestPage(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skipf("%v: it is a package of Debian", err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "entry.js"), []byte(`export * from "@ag-ui/client";`), 0o600); err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("NODE_PATH", filepath.Join(here, "node_modules"))
	program(t, here, filepath.Join(here, "node_modules", ".bin", "esbuild"), filepath.Join(dir, "entry.js"), "--bundle", "--format=esm",
		"--log-level=error", "--outfile="+filepath.Join(dir, "client.js"))
	chat := filepath.Join(dir, "chat")
	program(t, filepath.Join("..", "..", "examples", "chat"), "go", "build", "-o", chat, ".")

	server := exec.Command(chat, "-listen", "127.0.0.1:0", "-lib", dir)
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !ok {
		t.Fatalf("%q, %v", line, err)
	}
	picture := filepath.Join(dir, "chat.png")
	if *update {
		picture = filepath.Join("..", "..", "docs", "chat.png")
	}
	var saw struct {
		Errors, Streamed, One, Two []string
		Question, Stopped, Later   string
		No, Yes                    []any
	}
	answer := program(t, here, "node", "page.mjs", url, chromium, picture)
	if err := json.Unmarshal(answer, &saw); err != nil || len(saw.Errors) > 0 {
		t.Fatalf("%v, %s", err, answer)
	}
	for i, text := range saw.Streamed {
		if i > 0 && !strings.HasPrefix(text, saw.Streamed[i-1]) {
			t.Errorf("the text does not grow: %q", saw.Streamed)
		}
	}
	if n := len(saw.Streamed); n < 3 || saw.Streamed[n-1] != "I added milk to the list." {
		t.Errorf("the page shows %q", saw.Streamed)
	}
	if !reflect.DeepEqual(saw.One, []string{"milk"}) || !reflect.DeepEqual(saw.Two, []string{"milk", "bread"}) || saw.Question != "Remove all 2 items?" {
		t.Errorf("the state is %q, then %q; asked is %q", saw.One, saw.Two, saw.Question)
	}
	if !reflect.DeepEqual(saw.No, []any{"Then it stays as it is.", []any{"milk", "bread"}}) ||
		!reflect.DeepEqual(saw.Yes, []any{"The list is empty now.", []any{}}) {
		t.Errorf("after no %v, after yes %v", saw.No, saw.Yes)
	}
	if whole := `Say "add" and what to add, or "clear".`; saw.Later != saw.Stopped || !strings.HasPrefix(whole, saw.Later) || saw.Later == whole {
		t.Errorf("stopped at %q, later %q", saw.Stopped, saw.Later)
	}
	if info, err := os.Stat(picture); err != nil || info.Size() < 5000 {
		t.Errorf("the screenshot: %v, %v", info, err)
	}
}
