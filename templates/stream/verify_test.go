package stream

import (
	"fmt"
	"testing"
)

// What is still open is listed in the order in which it was opened, a few of many.
func TestStillOpen(t *testing.T) {
	var v Verifier
	verify := func(kind xKind, id string) error { return v.Verify(&happening{Kind: kind, ID: &id}) }
	if err := verify("begin", "r"); err != nil {
		t.Fatal(err)
	}
	for i := range 13 {
		if err := verify("open", fmt.Sprint(12-i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := verify("close", "11"); err != nil {
		t.Fatal(err)
	}
	const want = `event 16: end cannot come while a note is open: "12", "10", "9", "8", "7", "6", "5", "4", "3", "2" and 2 more`
	if err := verify("end", "r"); err == nil || err.Error() != want || err.(*OrderError).ID != "12" {
		t.Errorf("error %v, want %s", err, want)
	}
}
