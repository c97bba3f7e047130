package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguihttp"
	"github.com/aguigen/aguigen/generated/aguistream"
)

func serve(t *testing.T, folder string) string {
	t.Helper()
	server := httptest.NewServer(site(0, folder))
	t.Cleanup(server.Close)
	return server.URL
}

// talk is a conversation with the agent, whose state goes with every run as the page sends it.
type talk struct {
	t *testing.T
	aguistream.Conversation
	agent aguihttp.Agent
}

func begin(t *testing.T) *talk {
	c := &talk{t: t}
	c.ThreadID = "t"
	c.agent = aguihttp.Converse(&c.Conversation)(&aguihttp.Client{URL: serve(t, "") + "/agent", Decoder: agui.Decoder{Strict: true}})
	return c
}

func (c *talk) run(answers map[string]agui.ResumeEntry) {
	c.t.Helper()
	in, err := c.Input("r")
	if err != nil {
		c.t.Fatal(err)
	}
	if in.Resume, err = aguistream.Resume(c.Pending, answers); err != nil {
		c.t.Fatal(err)
	}
	for e, err := range c.agent.Run(context.Background(), in) {
		if err != nil {
			c.t.Fatal(err)
		}
		if e, ok := e.(*agui.RunErrorEvent); ok {
			c.t.Fatal(e)
		}
	}
}

// say sends a message, and checks the answer and the state behind it.
func (c *talk) say(text, answer, state string) {
	c.t.Helper()
	c.Messages = append(c.Messages, agui.NewUserMessage(text, agui.NewContentText(text)))
	c.run(nil)
	c.check(answer, state)
}

func (c *talk) check(answer, state string) {
	c.t.Helper()
	got := ""
	if m, ok := c.Messages[len(c.Messages)-1].(*agui.AssistantMessage); ok && m.Content != nil {
		got = *m.Content
	}
	if got != answer || string(c.State()) != state {
		c.t.Errorf("%q and %s, want %q and %s", got, c.State(), answer, state)
	}
}

func TestList(t *testing.T) {
	c := begin(t)
	c.say("hello", `Say "add" and what to add, or "clear".`, "{}")
	c.say("clear", `Say "add" and what to add, or "clear".`, "{}")
	c.say("add milk", "I added milk to the list.", `{"items":["milk"]}`)
	c.say("add rye bread", "I added rye bread to the list.", `{"items":["milk","rye bread"]}`)
	for _, tt := range []struct{ payload, answer, state string }{
		{`{"approved":false}`, "Then it stays as it is.", `{"items":["milk","rye bread"]}`},
		{`{"approved":true}`, "The list is empty now.", `{"items":[]}`},
	} {
		t.Run(tt.payload, func(t *testing.T) {
			c.say("clear", "That needs your approval.", `{"items":["milk","rye bread"]}`)
			if len(c.Pending) != 1 || *c.Pending[0].Message != "Remove all 2 items?" {
				t.Fatal(c.Pending)
			}
			entry := agui.NewResumeEntry(c.Pending[0].ID, agui.ResumeEntryStatusResolved)
			entry.Payload = []byte(tt.payload)
			c.run(map[string]agui.ResumeEntry{entry.InterruptID: *entry})
			c.check(tt.answer, tt.state)
		})
	}
}

func TestPage(t *testing.T) {
	get := func(url string) string {
		response, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		return response.Status + " " + response.Header.Get("Content-Type") + " " + string(body)
	}
	if got := get(serve(t, "")); !strings.HasPrefix(got, "200 OK text/html; charset=utf-8 <!doctype html>") || strings.Count(got, officialClient) != 1 {
		t.Errorf("%.200s", got)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "client.js"), []byte("// it"), 0o600); err != nil {
		t.Fatal(err)
	}
	url := serve(t, dir)
	if got := get(url); strings.Contains(got, officialClient) || !strings.Contains(got, `"/lib/client.js"`) {
		t.Errorf("%.200s", got)
	}
	if got := get(url + "/lib/client.js"); !strings.HasSuffix(got, "// it") {
		t.Error(got)
	}
}
