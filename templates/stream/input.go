package stream

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
)

var errThread = errors.New("the conversation has no thread: set ThreadID")

// Input returns the input of the next run: the messages without activities, the state, the version of the protocol, and
// the answers to Pending. If runID is empty, a random one is used. It is an error if Answers does not answer Pending as
// Resume requires; if Answers is empty, the input has no answers. Apply does not modify the returned input.
func (c *Conversation) Input(runID string) (*xRequest, error) {
	if c.ThreadID == "" {
		return nil, errThread
	}
	var resume []xAnswer
	if len(c.Answers) > 0 {
		var err error
		if resume, err = answered(c.Pending, c.Answers); err != nil {
			return nil, err
		}
	}
	if runID == "" {
		runID = newID()
	}
	list := []xEntry{}
	for _, m := range c.Messages {
		if !isActivity(m) {
			list = append(list, detached(m))
		}
	}
	return newRequest(c.ThreadID, runID, list, bytes.Clone(c.State()), resume), nil
}

// newID returns a random UUID.
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// detached returns a copy of a message that shares nothing that Apply modifies.
func detached(m xEntry) xEntry {
	m = copyEntry(m)
	if meta := metaOf(m); meta != nil {
		*meta = maps.Clone(*meta)
	}
	calls := callsOf(m)
	for i := range calls {
		meta := callMeta(&calls[i])
		*meta = maps.Clone(*meta)
	}
	return m
}
