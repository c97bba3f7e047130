// A producer and a consumer, as a stranger would begin: events go out as text and as binary, and come back.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"

	"example.com/stranger/agui"
	"example.com/stranger/aguiproto"
)

func main() {
	events := []agui.Event{
		agui.NewRunStartedEvent("thread-1", "run-1"),
		agui.NewTextMessageStartEvent("message-1"),
		agui.NewTextMessageContentEvent("message-1", "Grüße"),
		agui.NewTextMessageEndEvent("message-1"),
		agui.NewCustomEvent("big", json.RawMessage("9007199254740993")),
		agui.NewRunFinishedEvent("thread-1", "run-1"),
	}
	for _, event := range events {
		if err := event.Validate(); err != nil {
			log.Fatal(err)
		}
		text, err := agui.AppendEvent(nil, event)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("data: %s\n\n", text)
		consume(text)
	}
	refuse()
}

// consume reads an event, and takes it through the binary form.
func consume(text []byte) {
	event, err := agui.UnmarshalEvent(text)
	if err != nil {
		log.Fatal(err)
	}
	switch e := event.(type) {
	case *agui.TextMessageContentEvent:
		back := throughBinary(e)
		if got := back.(*agui.TextMessageContentEvent); got.Delta != "Grüße" {
			log.Fatalf("binary made %q of it", got.Delta)
		}
	case *agui.RunStartedEvent, *agui.RunFinishedEvent, *agui.TextMessageStartEvent, *agui.TextMessageEndEvent:
		again, err := agui.AppendEvent(nil, throughBinary(event))
		if err != nil || !bytes.Equal(again, text) {
			log.Fatalf("binary made %s of it: %v", again, err)
		}
	case *agui.CustomEvent:
		if string(e.Value) != "9007199254740993" {
			log.Fatalf("the value became %s", e.Value)
		}
	}
}

func throughBinary(event agui.Event) agui.Event {
	data, err := aguiproto.Marshal(event)
	if err != nil {
		log.Fatal(err)
	}
	back, err := aguiproto.Unmarshal(data)
	if err != nil {
		log.Fatal(err)
	}
	return back
}

// refuse shows that what is wrong is found, and that what is new is not.
func refuse() {
	wrong := []byte(`{"type":"TEXT_MESSAGE_CONTENT","message_id":"message-1","delta":"x"}`)
	if _, err := agui.UnmarshalEvent(wrong); err == nil {
		log.Fatal("a message without its id was accepted")
	}
	if err := agui.ValidateJSON("Event", wrong); err == nil {
		log.Fatal("a message without its id is valid")
	}
	event, err := agui.UnmarshalEvent([]byte(`{"type":"NOT_YET_THOUGHT_OF"}`))
	if _, unknown := event.(*agui.UnknownEvent); !unknown || err != nil {
		log.Fatalf("a new event is %T, %v", event, err)
	}
}
