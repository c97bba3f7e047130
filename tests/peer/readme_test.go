package peer

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var fenced = regexp.MustCompile("(?s)```go\n(package main\n.*?)```")

// TestReadme lets the agent of the README talk to the client of the README, and to the official one.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	var agent, client string
	for _, m := range fenced.FindAllStringSubmatch(string(text), -1) {
		source := strings.ReplaceAll(m[1], "127.0.0.1:8080", address)
		switch {
		case source == m[1]:
		case strings.Contains(source, "aguihttp.NewHandler"):
			agent = compiled(t, source)
		case strings.Contains(source, "aguihttp.Client"):
			client = compiled(t, source)
		}
	}
	if agent == "" || client == "" {
		t.Fatal("the README has no agent and client any more")
	}
	server := exec.Command(agent)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	}()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if conn, err := net.Dial("tcp", address); err == nil {
			_ = conn.Close()
			break
		}
		if time.Now().After(end) {
			t.Fatal("the agent of the README does not listen")
		}
	}
	if out := program(t, ".", client); string(out) != "Hello\n" {
		t.Errorf("the client prints %q", out)
	}
	s := startOfficial(t).do(job{URL: "http://" + address, Accept: "text/event-stream", Steps: []map[string]any{step("say", "Hi")}})[0]
	if len(s.Messages) != 2 || s.Messages[1]["content"] != "Hello" || s.Error != "" {
		t.Errorf("the official client has %+v", s)
	}
}

// compiled builds a program in this module, whose packages are those of this tree.
func compiled(t *testing.T, source string) string {
	t.Helper()
	dir, err := os.MkdirTemp(".", "testdata-")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "program")
	program(t, ".", "go", "build", "-o", out, "./"+filepath.Base(dir))
	return out
}
