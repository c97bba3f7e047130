package docs

import (
	"errors"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// freePort returns a port that nobody listens on.
func freePort() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	return port, errors.Join(err, listener.Close())
}

// serve builds a program and lets it run until the document ends. It waits until the program listens.
func (e *execution) serve(folder string, b block) error {
	program := filepath.Join(folder, "server")
	if out, err := e.run(folder, nil, nil, "go", "build", "-o", program, "."); err != nil {
		return failure(err, out)
	}
	var out lockedBuffer
	cmd := exec.CommandContext(e.t.Context(), program)
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, &out, &out
	if err := cmd.Start(); err != nil {
		return err
	}
	e.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	address := "127.0.0.1" + e.ports[len(e.ports)-1]
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", address); err == nil {
			return conn.Close()
		}
	}
	return fmt.Errorf("nothing listens on the port %s\n%s", b.serve, out.String())
}

// lockedBuffer collects what a program prints while it runs.
type lockedBuffer struct {
	mu   sync.Mutex
	text []byte
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text = append(b.text, p...)
	return len(p), nil
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return string(b.text)
}
