package aguiproto_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguipb"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

// future is an event of a newer protocol: an envelope with an arm that this version does not know.
var future = []byte{0xa2, 0x7d, 0x02, 0x0a, 0x00}

// A producer writes frames where the client's Accept header admits them.
func Example() {
	var body bytes.Buffer
	if aguiproto.Accepts("application/vnd.ag-ui.event+proto, text/event-stream") {
		for _, event := range []agui.Event{
			agui.NewRunStartedEvent("t1", "r1"),
			agui.NewTextMessageContentEvent("m1", "Hello"),
		} {
			frame, err := aguiproto.AppendFrame(nil, event)
			if err != nil {
				fmt.Println(err)
				return
			}
			body.Write(frame)
		}
	}

	frames := aguiproto.NewFrameReader(&body)
	for {
		event, err := frames.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(event.Type())
	}
	// Output:
	// RUN_STARTED
	// TEXT_MESSAGE_CONTENT
}

func ExampleMarshal() {
	data, err := aguiproto.Marshal(agui.NewStepStartedEvent("plan"))
	if err != nil {
		fmt.Println(err)
		return
	}
	event, err := aguiproto.Unmarshal(data)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(event.(*agui.StepStartedEvent).StepName)
	// Output: plan
}

// An error leaves the buffer as it was.
func ExampleAppend() {
	buf := []byte("before")
	buf, err := aguiproto.Append(buf, agui.NewStateDeltaEvent(agui.JSONPatch{nil}))
	fmt.Println(string(buf), err != nil)
	// Output: before true
}

func ExampleUnmarshal() {
	_, err := aguiproto.Unmarshal([]byte{0x0a})
	fmt.Println(errors.Is(err, aguiproto.ErrMalformed))
	_, err = aguiproto.Unmarshal(future)
	fmt.Println(errors.Is(err, aguiproto.ErrUnknownEvent))
	// Output:
	// true
	// true
}

// A stream goes on behind an event of a newer protocol. One that ends inside of a frame was cut off.
func ExampleFrameReader_Next() {
	body := append([]byte{0, 0, 0, byte(len(future))}, future...)
	body, err := aguiproto.AppendFrame(body, agui.NewStepStartedEvent("plan"))
	if err != nil {
		fmt.Println(err)
		return
	}
	body = append(body, 0, 0) // half of a length

	frames := aguiproto.NewFrameReader(bytes.NewReader(body))
	for {
		event, err := frames.Next()
		switch {
		case err == io.EOF:
			fmt.Println("the end")
			return
		case errors.Is(err, aguiproto.ErrUnknownEvent):
			fmt.Println("passed over")
		case err != nil:
			fmt.Println(err, errors.Is(err, aguiproto.ErrTruncated))
			return
		default:
			fmt.Println(event.Type())
		}
	}
	// Output:
	// passed over
	// STEP_STARTED
	// the stream ends inside of a frame: unexpected EOF true
}

func ExampleNewFrameReader() {
	frames := aguiproto.NewFrameReader(bytes.NewReader(nil))
	_, err := frames.Next()
	fmt.Println(err)
	// Output: EOF
}

func ExampleAppendFrame() {
	frame, err := aguiproto.AppendFrame(nil, agui.NewStepStartedEvent("plan"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(int(frame[3]) == len(frame)-4) // the length goes before, in four bytes
	// Output: true
}

// A server decides by the header of the request. That frames are admitted is enough; no order of preference counts.
func ExampleAccepts() {
	for _, header := range []string{
		aguiproto.MediaType,
		"text/event-stream, */*;q=0.1",
		"text/event-stream",
		"",
	} {
		fmt.Println(aguiproto.Accepts(header))
	}
	// Output:
	// true
	// true
	// false
	// false
}

// The limit protects against a length that no honest peer sends.
func ExampleDecoder() {
	d := aguiproto.Decoder{MaxFrame: 1 << 10}
	frames := d.NewFrameReader(bytes.NewReader([]byte{0xff, 0xff, 0xff, 0xff}))
	_, err := frames.Next()
	fmt.Println(errors.Is(err, aguiproto.ErrTooLarge))
	// Output: true
}

// Rules are those of the JSON form: here, what is unknown is reported.
func ExampleDecoder_Unmarshal() {
	data, err := aguiproto.Marshal(agui.NewStepStartedEvent("plan"))
	if err != nil {
		fmt.Println(err)
		return
	}
	d := aguiproto.Decoder{Rules: agui.Decoder{Strict: true, OnUnknown: func(u agui.Unknown) { fmt.Println(u) }}}
	event, err := d.Unmarshal(data)
	fmt.Println(event.Type(), err)
	// Output: STEP_STARTED <nil>
}

// Numbers are doubles in the binary form. What a double cannot hold is an error, unless the Encoder may lose it.
func ExampleEncoder() {
	event := agui.NewCustomEvent("id", json.RawMessage("9007199254740993"))
	_, err := aguiproto.Marshal(event)
	var loss *aguiproto.LossError
	fmt.Println(errors.As(err, &loss), loss.InstanceLocation, loss.Kind)

	e := aguiproto.Encoder{AllowLoss: true, OnLoss: func(l aguiproto.Loss) { fmt.Println("lost:", l.Kind) }}
	_, err = e.Append(nil, event)
	fmt.Println(err)
	// Output:
	// true /value number
	// lost: number
	// <nil>
}

// The messages of package aguipb are for programs that have protobuf already.
func ExampleEventToProto() {
	m, err := aguiproto.EventToProto(agui.NewStepStartedEvent("plan"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.GetStepStarted().GetStepName())
	// Output: plan
}

func ExampleEventFromProto() {
	_, err := aguiproto.EventFromProto(&aguipb.Event{})
	fmt.Println(errors.Is(err, aguiproto.ErrMalformed))
	// Output: true
}

func ExampleEncoder_ToProto() {
	event := agui.NewCustomEvent("score", json.RawMessage(`9007199254740993`))
	c := &aguiproto.Encoder{AllowLoss: true}
	m := new(aguipb.CustomEvent)
	err := c.ToProto(event, m)
	fmt.Println(m.GetName(), m.GetValue().GetNumberValue(), err)
	// Output: score 9.007199254740992e+15 <nil>
}

func ExampleDecoder_FromProto() {
	d := &aguiproto.Decoder{Rules: agui.Decoder{Strict: true}}
	v, err := d.FromProto(&aguipb.Context{Description: "place", Value: "here"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.(*agui.Context).Value)
	// Output: here
}

func ExampleMessageToProto() {
	m, err := aguiproto.MessageToProto(agui.NewUserMessage("m1", agui.NewContentText("Hello")))
	if err != nil {
		fmt.Println(err)
		return
	}
	message, err := aguiproto.MessageFromProto(m)
	fmt.Println(m.GetRole(), message.(*agui.UserMessage).Content.Text, err)
	// Output: user Hello <nil>
}

func ExampleRunAgentInputFromProto() {
	m, err := aguiproto.RunAgentInputToProto(agui.NewRunAgentInput("t1", "r1", nil))
	if err != nil {
		fmt.Println(err)
		return
	}
	input, err := aguiproto.RunAgentInputFromProto(m)
	fmt.Println(input.ThreadID, input.RunID, err)
	// Output: t1 r1 <nil>
}

// A client that takes a stream as it comes ranges over it. An error is the last pair, unless it is about one frame only.
func ExampleReadFrames() {
	body, err := aguiproto.AppendFrame(nil, agui.NewTextMessageContentEvent("m1", "Hello"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for event, err := range aguiproto.ReadFrames(bytes.NewReader(body)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(event.Type())
	}
	// Output: TEXT_MESSAGE_CONTENT
}
