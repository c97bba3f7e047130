package aguiproto_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generated/agui"
	"github.com/aguigen/aguigen/generated/aguiproto"
)

// A retired part that was kept is written as the reference encoder writes it.
func TestLegacyBinary(t *testing.T) {
	keep := agui.Decoder{Keep: true}
	met := 0
	for _, v := range vectors(t, "encode") {
		if !strings.HasPrefix(v.Name, "wire/messages-legacy-binary") {
			continue
		}
		met++
		e, err := keep.Event(v.JSON)
		if err != nil {
			t.Fatal(err)
		}
		got, err := aguiproto.Marshal(e)
		if err != nil || !same(got, unhex(t, *v.Hex)) {
			t.Errorf("%s: %x, %v; want %s", v.Name, got, err, *v.Hex)
		}
	}
	if met == 0 {
		t.Error("there is no such vector")
	}
}

// One that nothing of today can carry is a loss, as any unknown part is.
func TestLegacyBinaryLost(t *testing.T) {
	for _, part := range []string{`{"type":"binary","mimeType":"image/png","id":"blob-1"}`, `{"type":"binary","data":"AA=="}`, `{"type":"hologram","mimeType":"x","data":"AA=="}`} {
		e, err := (&agui.Decoder{Keep: true}).Event([]byte(`{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m","role":"user","content":[` + part + `]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		var loss *aguiproto.LossError
		if _, err := aguiproto.Marshal(e); !errors.As(err, &loss) {
			t.Errorf("%s: %v", part, err)
		}
	}
}
