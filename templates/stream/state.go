package stream

import (
	"bytes"
	"encoding/json"
)

// State returns the state, or {} if none was set. The caller must not modify it.
func (c *Conversation) State() json.RawMessage {
	if c.state == nil {
		return json.RawMessage("{}")
	}
	if c.state.root.raw == nil {
		c.state.root = newNode(c.state.root.text())
	}
	return c.state.root.raw
}

// SetState sets the state to a copy of its argument, or to null if the argument is not JSON.
func (c *Conversation) SetState(state json.RawMessage) {
	root, err := checked(bytes.Clone(state))
	if err != nil {
		root = newNode([]byte("null"))
	}
	c.state = newTree(root, len(state))
	c.state.own = true
}

func (c *Conversation) patchState(e xItem, f *facts) Change {
	detail(e, &c.details)
	if c.state == nil {
		c.SetState(c.State())
	}
	c.state.allow(c.MaxState)
	if err := c.state.patch(c.details.patch); err != nil {
		c.note(f, " had no effect: %v", err)
		return unchanged
	}
	return Change{What: State, Message: -1, Call: -1, Patch: c.details.patch}
}
