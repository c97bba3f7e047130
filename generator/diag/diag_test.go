package diag

import (
	"errors"
	"fmt"
	"testing"
)

func TestListPrintsSortedAndOnce(t *testing.T) {
	var l List
	l.Errorf(Pos{File: "b", Line: 1, Column: 1}, "last")
	l.Errorf(Pos{File: "a", Line: 10, Column: 1}, "tenth line")
	l.Errorf(Pos{File: "a", Line: 9, Column: 2, Pointer: "#/x"}, "found %d", 3)
	l.Errorf(Pos{File: "a", Line: 9, Column: 2, Pointer: "#/x"}, "found 3")
	l.Errorf(Pos{File: "a"}, "whole file")
	l.Errorf(Pos{}, "no place")
	want := "no place\na: whole file\na:9:2: #/x: found 3\na:10:1: tenth line\nb:1:1: last"
	if got := l.Err().Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(l) != 6 || l[0].Message != "last" {
		t.Error("printing changed the list")
	}
}

func TestErrOfNothingIsNil(t *testing.T) {
	if err := (List{}).Err(); err != nil {
		t.Errorf("got %#v", err)
	}
}

func TestOf(t *testing.T) {
	var l List
	l.Errorf(Pos{File: "a"}, "x")
	l.Errorf(Pos{File: "b"}, "y")
	if got := Of(fmt.Errorf("wrapped: %w", l.Err())); len(got) != 2 || got[1].Pos.File != "b" {
		t.Errorf("a wrapped list returns %v", got)
	}
	if got := Of(errors.New("plain")); len(got) != 1 || got[0].Message != "plain" {
		t.Errorf("another error returns %v", got)
	}
	if got := Of(nil); len(got) != 0 {
		t.Errorf("nil returns %v", got)
	}
}
