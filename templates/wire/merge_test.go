package wire

import (
	"encoding/json"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// FuzzMergedValues compares with protobuf itself: what it merges, and what it refuses.
func FuzzMergedValues(f *testing.F) {
	for _, seed := range []string{
		"", "\x08\x00\x1a\x01a", "\x2a\x07\x0a\x05\x0a\x01a\x12\x00\x2a\x09\x0a\x07\x0a\x01a\x12\x02\x08\x00", "\x32\x04\x0a\x02\x08\x00\x32\x04\x0a\x02\x20\x01",
		"\x2a\x00\x28\x01\x2a\x00", "\x2a\x0c\x0a\x0a\x0a\x01b\x12\x02\x08\x00\x0a\x01a\x2a\x00", "\x32\x00\x08\x00\x32\x00", "\x11\x00\x00\x00\x00\x00\x00\xf0\x7f\x20\x01",
		"\x2a\x12\x0a\x10\x0a\x01k\x12\x04\x32\x02\x0a\x00\x12\x05\x32\x03\x0a\x01\x08",
		"\x2a\x16\x0a\x09\x0a\x01k\x12\x04\x32\x02\x0a\x00\x0a\x09\x0a\x01k\x12\x04\x32\x02\x0a\x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var m valueMerger
		got, ok := m.value(nil, [][]byte{data}, 0)
		v := valueReader{data: data, raw: true}
		if fast, okFast := v.value(nil, 0, len(data), 0); okFast && (!ok || !sameText(fast, got)) || !okFast && !v.merges && ok {
			t.Fatalf("%s, %v by valueReader, %s, %v by valueMerger", fast, okFast, got, ok)
		}
		var want structpb.Value
		if err := (proto.UnmarshalOptions{RecursionLimit: 4 * maxDepth}).Unmarshal(data, &want); err != nil {
			return // protobuf refuses text that is not UTF-8, too
		}
		text, err := protojson.Marshal(&want)
		if err != nil { // a number that JSON does not have, or no kind somewhere
			return
		}
		if !ok || !sameText(got, text) {
			t.Fatalf("%x is %s, %v (%s), want %s", data, got, ok, m.fault, text)
		}
	})
}

func sameText(a, b []byte) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return string(a) == string(b)
	}
	p, _ := json.Marshal(x)
	q, _ := json.Marshal(y)
	return string(p) == string(q)
}
