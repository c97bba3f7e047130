package http

import (
	"encoding/json"
	"errors"
	"strings"

	agui "github.com/aguigen/aguigen/templates/runtime"
	aguistream "github.com/aguigen/aguigen/templates/stream"
)

// This file replaces the emitted layer in tests, with the small protocol of templates/stream/standin.go: its notes
// are the tool calls here, and the other id of a note is the name of the call.
type (
	xItem    = aguistream.StandInItem
	xRequest = aguistream.StandInRequest
)

const version = "1"

func phaseOf(e xItem) (does phase, thread, run string) {
	switch e.Kind {
	case "begin":
		return begun, text(e.Other), text(e.ID)
	case "end":
		return finished, "", ""
	case "fail":
		return failed, "", ""
	}
	return within, "", ""
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func startOf(thread, run string) xItem {
	e := aguistream.NewStandIn("begin")
	e.ID, e.Other, e.Value = &run, &thread, json.RawMessage(`"`+version+`"`)
	return e
}

func endOf(thread, run string) xItem {
	e := aguistream.NewStandIn("end")
	e.ID, e.Other = &run, &thread
	return e
}

func failureOf(message, code string) xItem {
	e := aguistream.NewStandIn("fail")
	e.Text = &message
	if code != "" {
		e.Other = &code
	}
	return e
}

func callOf(e xItem) (id, name *string) {
	switch e.Kind {
	case "open":
		return e.ID, e.Other
	case "more", "close":
		return e.ID, nil
	}
	return nil, nil
}

func idsOf(in *xRequest) (thread, run string) { return in.Thread, in.Run }

func prepared(in *xRequest, newID func() string) *xRequest {
	out := *in
	if out.Thread == "" {
		out.Thread = newID()
	}
	if out.Run == "" {
		out.Run = newID()
	}
	return &out
}

func readRequest(d *agui.Decoder, data []byte) (*xRequest, error) {
	var in struct {
		xRequest
		Thread *string
		Extra  json.RawMessage
	}
	if err := json.Unmarshal(data, &in); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, &agui.SyntaxError{Offset: syntax.Offset, Message: err.Error()}
		}
		return nil, err
	}
	if in.Extra != nil && d.OnUnknown != nil {
		d.OnUnknown(agui.Unknown{InstanceLocation: "/Extra", Definition: "Request", Kind: agui.UnknownKindProperty})
	}
	if in.Thread == nil || strings.Contains(*in.Thread, "!") {
		return nil, agui.ValidationErrors{{Keyword: "required", InstanceLocation: "/Thread", Message: "the thread is missing"}}
	}
	in.xRequest.Thread = *in.Thread
	return &in.xRequest, nil
}

func appendRequest(dst []byte, in *xRequest) ([]byte, error) {
	data, err := json.Marshal(in)
	return append(dst, data...), err
}

func askedOf(c *aguistream.Conversation) (list []question) {
	for _, q := range c.Pending {
		list = append(list, question{id: q.ID})
	}
	return list
}

func answersOf(*xRequest) map[string]bool { return nil }
