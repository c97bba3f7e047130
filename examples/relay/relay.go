package main

import (
	"context"
	"encoding/json"
	"log"
	"maps"
	"net/http"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguihttp"
)

// relay passes runs on to the agent at a URL. What is unknown, in requests and in events, is kept.
func relay(upstream string, metadata agui.Metadata) http.Handler {
	client := &aguihttp.Client{URL: upstream, Raw: true, Decoder: agui.Decoder{Keep: true}}
	h := aguihttp.NewHandler(aguihttp.Chain(client, stamp(metadata)))
	h.Decoder.Keep, h.Upgrade = true, false
	h.Trust = true // a relay is no judge of the agent
	h.OnError = func(_ context.Context, err error) string {
		log.Print(err)
		return "the agent cannot be reached, or broke off"
	}
	return h
}

// stamp adds metadata to every event. The entries that are there stay.
func stamp(metadata agui.Metadata) aguihttp.Middleware {
	return func(next aguihttp.Agent) aguihttp.Agent {
		return aguihttp.AgentFunc(func(ctx context.Context, in *agui.RunAgentInput, send func(agui.Event) error) error {
			for event, err := range next.Run(ctx, in) {
				if err != nil {
					return err
				}
				if unknown, ok := event.(*agui.UnknownEvent); ok {
					unknown.Raw = stampUnknown(unknown.Raw, metadata)
				} else {
					base := agui.BaseEventOf(event) // what all known events have
					base.Metadata = both(base.Metadata, metadata)
				}
				if err := send(event); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// both returns the entries of both. Those of the event win.
func both(m, metadata agui.Metadata) agui.Metadata {
	out := maps.Clone(metadata)
	maps.Copy(out, m)
	return out
}

// stampUnknown does it for an event of a newer protocol, if its metadata is still an object. The members that it has keep
// their text, though not their order.
func stampUnknown(raw json.RawMessage, metadata agui.Metadata) json.RawMessage {
	var members map[string]json.RawMessage
	var m agui.Metadata
	if json.Unmarshal(raw, &members) != nil {
		return raw
	}
	if old, ok := members["metadata"]; ok && (json.Unmarshal(old, &m) != nil || m == nil) {
		return raw
	}
	var err error
	if members["metadata"], err = json.Marshal(both(m, metadata)); err != nil {
		return raw
	}
	out, err := json.Marshal(members)
	if err != nil {
		return raw
	}
	return out
}
