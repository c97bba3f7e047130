package aguiproto_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

// ReadFrames goes on after a frame whose content is wrong, and ends with the stream.
func TestReadFrames(t *testing.T) {
	first, err := aguiproto.AppendFrame(nil, agui.NewTextMessageEndEvent("m"))
	if err != nil {
		t.Fatal(err)
	}
	unknown := append([]byte{0, 0, 0, 6}, unhex(t, "8202030a0178")...)
	malformed := []byte{0, 0, 0, 1, 0xff}
	stream := bytes.Join([][]byte{first, unknown, malformed, first}, nil)
	const whole = "TEXT_MESSAGE_END unknown malformed TEXT_MESSAGE_END"
	broken := errors.New("broken")
	for _, test := range []struct {
		name string
		in   io.Reader
		want string
	}{
		{"whole", bytes.NewReader(stream), whole},
		{"empty", bytes.NewReader(nil), ""},
		{"inside of a frame", bytes.NewReader(stream[:len(stream)-1]), "TEXT_MESSAGE_END unknown malformed truncated"},
		{"a transport that breaks", io.MultiReader(bytes.NewReader(stream), iotest.ErrReader(broken)), whole + " broken"},
		{"a body that is cut", io.MultiReader(bytes.NewReader(stream), iotest.ErrReader(io.ErrUnexpectedEOF)), whole + " unexpected EOF"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for e, err := range aguiproto.ReadFrames(test.in) {
				got = append(got, frameWord(e, err))
			}
			if s := fmt.Sprint(got); s != "["+test.want+"]" {
				t.Errorf("%s, want %s", s, test.want)
			}
		})
	}
	for e := range aguiproto.ReadFrames(bytes.NewReader(stream)) {
		if e.Type() != agui.EventTypeTextMessageEnd {
			t.Error(e.Type())
		}
		break
	}
}

// All begins where Next has stopped.
func TestFrameReaderAll(t *testing.T) {
	var stream []byte
	for _, id := range []string{"a", "b", "c"} {
		var err error
		if stream, err = aguiproto.AppendFrame(stream, agui.NewTextMessageEndEvent(id)); err != nil {
			t.Fatal(err)
		}
	}
	r := aguiproto.NewFrameReader(bytes.NewReader(stream))
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for e, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e.(*agui.TextMessageEndEvent).MessageID)
	}
	if !slices.Equal(got, []string{"b", "c"}) {
		t.Error(got)
	}
}

func frameWord(e agui.Event, err error) string {
	switch {
	case err == nil:
		return string(e.Type())
	case errors.Is(err, aguiproto.ErrUnknownEvent):
		return "unknown"
	case errors.Is(err, aguiproto.ErrMalformed):
		return "malformed"
	case errors.Is(err, aguiproto.ErrTruncated):
		return "truncated"
	default:
		return err.Error()
	}
}
