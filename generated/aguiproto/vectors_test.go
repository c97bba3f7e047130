package aguiproto_test

import (
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

var encodeDifferences = differences{
	"wire/op-open-member":                          "a member that no operation has is lost without a word by the peer, and an error here",
	"wire/messages-legacy-binary":                  "without Keep, the Decoder has left the retired part out: TestLegacyBinary keeps it",
	"TextMessageEndEvent/valid/metadata-proto-key": "the peer loses the key __proto__, which means something to JavaScript",
}

// TestEncodeVectors compares what is written with what the reference encoder wrote. What JSON refuses is not there to be
// written.
func TestEncodeVectors(t *testing.T) {
	met, counts := map[string]bool{}, map[string]int{}
	for _, v := range vectors(t, "encode") {
		e, err := agui.UnmarshalEvent(v.JSON)
		switch {
		case err != nil && v.Invalid, v.Hex == nil && v.Invalid:
			counts["refused"]++
		case err != nil || v.Hex == nil:
			encodeDifferences.check(t, met, v.Name, "JSON says %v, the peer %v", err, v.Error)
		default:
			counts[encodeVector(t, met, v, e)]++
		}
	}
	t.Log(counts)
	if counts["equal"] < 300 {
		t.Errorf("only %d are equal", counts["equal"])
	}
	encodeDifferences.stale(t, met)
}

// encodeVector writes the event of a vector, and tells in which way it is what the peer wrote.
func encodeVector(t *testing.T, met map[string]bool, v vector, e agui.Event) string {
	t.Helper()
	want := unhex(t, *v.Hex)
	got, err := aguiproto.Marshal(e)
	var loss *aguiproto.LossError
	if _, unknown := e.(*agui.UnknownEvent); unknown {
		if !errors.As(err, &loss) {
			t.Errorf("%s: an unknown event returns %v", v.Name, err)
		}
		return "unknown"
	}
	if errors.As(err, &loss) {
		encodeDifferences.check(t, met, v.Name, "%v", err)
		if got, err = (&aguiproto.Encoder{AllowLoss: true}).Append(nil, e); err != nil || !same(got, want) {
			t.Errorf("%s: with AllowLoss %x, %v", v.Name, got, err)
		}
		return "lossy"
	}
	if err != nil {
		t.Errorf("%s: %v", v.Name, err)
		return "failed"
	}
	checkMessagePath(t, v.Name, e, got)
	if same(got, want) {
		if framed, err := aguiproto.AppendFrame(nil, e); err != nil || hex.EncodeToString(framed) != v.FramedHex {
			t.Errorf("%s: framed %x, %v", v.Name, framed, err)
		}
		return "equal"
	}
	back, err := aguiproto.Unmarshal(got)
	if err != nil {
		t.Errorf("%s: %v", v.Name, err)
		return "failed"
	}
	if v.Invalid { // the receiver rules have left something out, which the peer wrote
		if !sameJSON(t, text(t, back), text(t, narrow(e))) {
			t.Errorf("%s: comes back as %s", v.Name, text(t, back))
		}
		return "stripped"
	}
	peers, err := aguiproto.Unmarshal(want)
	if err != nil || len(got) != len(want) || !sameJSON(t, text(t, back), text(t, peers)) {
		encodeDifferences.check(t, met, v.Name, "\n got %x\nwant %x\n%v", got, want, err)
	}
	return "equal when decoded"
}

// checkMessagePath compares the bytes with those by way of the message.
func checkMessagePath(t *testing.T, name string, e agui.Event, direct []byte) {
	t.Helper()
	m, err := aguiproto.EventToProto(e)
	if err != nil {
		t.Errorf("%s: EventToProto: %v", name, err)
		return
	}
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if same(b, direct) {
		return
	}
	x, errX := aguiproto.Unmarshal(b)
	y, errY := aguiproto.Unmarshal(direct)
	if errX != nil || errY != nil || !sameJSON(t, text(t, x), text(t, y)) {
		t.Errorf("%s: the message has other bytes\n%x\n%x", name, b, direct)
	}
}

var decodeDifferences = differences{
	"bytes/snapshot-nan":       "JSON has no number for it: the peer hands out what it cannot encode",
	"bytes/snapshot-infinity":  "JSON has no number for it: the peer hands out what it cannot encode",
	"bytes/snapshot-proto-key": "the peer loses the key __proto__, which means something to JavaScript",
}

// What protobuf itself decides before the mapper sees the message.
var messageDifferences = differences{
	"bytes/message-id-bad-utf8":        "protobuf for Go refuses text that is not UTF-8, which is replaced as in JSON here",
	"bytes/message-id-surrogate-utf8":  "protobuf for Go refuses text that is not UTF-8, which is replaced as in JSON here",
	"bytes/part-image-source-two-arms": "of two arms a message keeps the last",
}

// TestDecodeVectors compares what is read with what the reference decoder read, of all bytes that there are.
func TestDecodeVectors(t *testing.T) {
	met, metMessage := map[string]bool{}, map[string]bool{}
	list := append(vectors(t, "encode"), vectors(t, "decode")...)
	good, bad := 0, 0
	for _, v := range list {
		if v.Hex == nil {
			continue
		}
		data := unhex(t, *v.Hex)
		got, err := aguiproto.Unmarshal(data)
		if checkDecoded(t, met, v, got, err) {
			good++
		} else {
			bad++
		}
		checkReadersAgree(t, metMessage, v.Name, data)
	}
	t.Logf("%d read, %d refused", good, bad)
	decodeDifferences.stale(t, met)
	messageDifferences.stale(t, metMessage)
}

func checkDecoded(t *testing.T, met map[string]bool, v vector, got agui.Event, err error) (ok bool) {
	t.Helper()
	if peer := v.Error; peer != nil || v.DecodeError != nil {
		future := peer != nil && peer.Message == "Unknown event type"
		if err == nil || future != errors.Is(err, aguiproto.ErrUnknownEvent) {
			decodeDifferences.check(t, met, v.Name, "the peer refuses it: got %v", err)
		}
		checkError(t, v.Name, err)
		return false
	}
	want, refusal := agui.UnmarshalEvent(v.Decoded)
	if refusal != nil {
		if err == nil || err.Error() != refusal.Error() {
			decodeDifferences.check(t, met, v.Name, "\n got %v\nwant %v", err, refusal)
		}
		checkError(t, v.Name, err)
		return false
	}
	if err != nil {
		decodeDifferences.check(t, met, v.Name, "%v, want %s", err, v.Decoded)
		return false
	}
	if a, b := text(t, got), text(t, narrow(want)); !sameJSON(t, a, b) {
		decodeDifferences.check(t, met, v.Name, "\n got %s\nwant %s", a, b)
	}
	return true
}

// checkError demands that an error is one of those that are promised.
func checkError(t *testing.T, name string, err error) {
	t.Helper()
	var invalid agui.ValidationErrors
	var malformed *aguiproto.MalformedError
	if err != nil && !errors.As(err, &invalid) && !errors.As(err, &malformed) && !errors.Is(err, aguiproto.ErrUnknownEvent) {
		t.Errorf("%s: an error of another kind: %v", name, err)
	}
	if malformed != nil && !errors.Is(err, aguiproto.ErrMalformed) {
		t.Errorf("%s: not ErrMalformed: %v", name, err)
	}
}

// checkReadersAgree compares the two ways to read bytes.
func checkReadersAgree(t *testing.T, met map[string]bool, name string, data []byte) {
	t.Helper()
	direct, errDirect := aguiproto.Unmarshal(data)
	mapped, errMapped := viaMessage(data)
	switch {
	case (errDirect == nil) != (errMapped == nil):
		messageDifferences.check(t, met, name, "directly %v, by the message %v", errDirect, errMapped)
	case errDirect == nil && !sameJSON(t, text(t, direct), text(t, mapped)):
		messageDifferences.check(t, met, name, "\ndirectly  %s\nby message %s", text(t, direct), text(t, mapped))
	}
}

// chunks is a reader that returns a chunk at a time.
type chunks struct{ list [][]byte }

func (c *chunks) Read(p []byte) (int, error) {
	for len(c.list) > 0 && len(c.list[0]) == 0 {
		c.list = c.list[1:]
	}
	if len(c.list) == 0 {
		return 0, io.EOF
	}
	n := copy(p, c.list[0])
	c.list[0] = c.list[0][n:]
	return n, nil
}

// TestStreamVectors reads whole streams, as a client does that leaves future events out and ends at an error.
func TestStreamVectors(t *testing.T) {
	for _, v := range append(vectors(t, "stream"), vectors(t, "http")...) {
		var c chunks
		for _, s := range v.Chunks {
			c.list = append(c.list, unhex(t, s))
		}
		r := aguiproto.NewFrameReader(&c)
		var items []agui.Event
		var err error
		for {
			var e agui.Event
			if e, err = r.Next(); errors.Is(err, aguiproto.ErrUnknownEvent) {
				continue
			} else if err != nil {
				break
			}
			items = append(items, e)
		}
		checkStream(t, v, items, err)
	}
}

func checkStream(t *testing.T, v vector, items []agui.Event, err error) {
	t.Helper()
	if v.Kind == "http" && len(v.Items) == 0 {
		return // the peer took the stream for text because of the content type, which is not the reader's business
	}
	if len(items) != len(v.Items) {
		t.Errorf("%s: %d items, want %d", v.Name, len(items), len(v.Items))
		return
	}
	for i, e := range items {
		if !sameJSON(t, text(t, e), v.Items[i]) {
			t.Errorf("%s: item %d is %s, want %s", v.Name, i, text(t, e), v.Items[i])
		}
	}
	var want error
	switch {
	case v.Error == nil:
		want = io.EOF
	case strings.Contains(v.Error.Message, "mid-frame"):
		want = aguiproto.ErrTruncated
	case strings.Contains(v.Error.Message, "maximum limit"):
		want = aguiproto.ErrTooLarge
	default:
		want = aguiproto.ErrMalformed
	}
	if !errors.Is(err, want) {
		t.Errorf("%s: ends with %v, want %v", v.Name, err, want)
	}
}

// TestAcceptVectors asks what is answered to an Accept header.
func TestAcceptVectors(t *testing.T) {
	for _, v := range vectors(t, "accept") {
		header := ""
		if v.Accept != nil {
			header = *v.Accept
		}
		if got, want := aguiproto.Accepts(header), *v.ContentType == aguiproto.MediaType; got != want {
			t.Errorf("%s: %v, want %v", v.Name, got, want)
		}
	}
}

// TestNumberVectors compares the numbers of arms and types with those the peer writes.
func TestNumberVectors(t *testing.T) {
	for _, v := range vectors(t, "numbers") {
		if len(v.Arms) != 31 || len(v.Types) != 31 {
			t.Fatalf("%d arms, %d types", len(v.Arms), len(v.Types))
		}
		for typ, arm := range v.Arms {
			b, err := aguiproto.Marshal(sample(agui.EventType(typ)))
			if err != nil {
				t.Error(err)
				continue
			}
			m, err := viaNumbers(b)
			if err != nil || m != [2]int32{arm, v.Types[typ]} {
				t.Errorf("%s: arm and type %v, want %d and %d (%v)", typ, m, arm, v.Types[typ], err)
			}
		}
	}
}
