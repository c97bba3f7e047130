package runtime

import (
	"errors"
	"fmt"
	"testing"
)

var kinds = []error{ErrMalformed, ErrMissing, ErrUnknown, ErrSyntax, ErrTooDeep, ErrTooMany}

// isOnly checks that err is of these kinds and no other.
func isOnly(t *testing.T, err error, want ...error) {
	t.Helper()
	for _, kind := range kinds {
		wanted := false
		for _, w := range want {
			wanted = wanted || w == kind
		}
		if errors.Is(err, kind) != wanted {
			t.Errorf("%v: Is(%v) is %v", err, kind, !wanted)
		}
	}
}

func TestKindsOfViolations(t *testing.T) {
	for keyword, want := range map[string]error{
		"required": ErrMissing, "oneOf": ErrUnknown, "unevaluatedProperties": ErrUnknown, "additionalProperties": ErrUnknown, "": ErrTooMany,
		"type": ErrMalformed, "const": ErrMalformed, "enum": ErrMalformed, "minimum": ErrMalformed, "pattern": ErrMalformed, "not": ErrMalformed,
	} {
		t.Run(keyword, func(t *testing.T) {
			one := &ValidationError{Keyword: keyword, Message: "m"}
			isOnly(t, one, want)
			isOnly(t, fmt.Errorf("wrapped: %w", ValidationErrors{one}), want)
			isOnly(t, ValidationErrors{one, {Keyword: "required"}}, want, ErrMissing)
		})
	}
}

func TestErrorsAs(t *testing.T) {
	list := ValidationErrors{{Keyword: "type", InstanceLocation: "/a/0", Message: "first"}, {Keyword: "enum", Message: "second"}}
	if got := list.Error(); got != "/a/0: first\nsecond" {
		t.Errorf("text: %q", got)
	}
	err := fmt.Errorf("reading: %w", list)
	var one *ValidationError
	if !errors.As(err, &one) || one != list[0] {
		t.Errorf("As returns %v", one)
	}
	var all ValidationErrors
	if !errors.As(err, &all) || len(all) != 2 {
		t.Errorf("As returns %v", all)
	}
	var syntax *SyntaxError
	if errors.As(err, &syntax) {
		t.Errorf("As returns %v", syntax)
	}
}

func TestSyntaxError(t *testing.T) {
	e := &SyntaxError{Offset: 7, InstanceLocation: "/a", Message: "m", kind: ErrTooDeep}
	isOnly(t, e, ErrTooDeep)
	if e.Error() != "byte 7 in /a: m" {
		t.Error(e)
	}
	e = &SyntaxError{Message: "m", kind: ErrSyntax}
	isOnly(t, e, ErrSyntax)
	if e.Error() != "byte 0: m" {
		t.Error(e)
	}
}

func TestWithin(t *testing.T) {
	err := atMember(withinItem(atMember(&ValidationError{Message: "m"}, "a/b"), 3), "c~")
	if got := err.Error(); got != "/c~0/3/a~1b: m" {
		t.Error(got)
	}
	other := errors.New("other")
	if atMember(other, "a") != other {
		t.Error("another error was changed")
	}
}

func TestNoValue(t *testing.T) {
	err := noValue("Tool", "#/$defs/Tool/type")
	isOnly(t, err, ErrMalformed)
	if err.Error() != "Tool is nil" {
		t.Error(err)
	}
}

func TestNoDefinition(t *testing.T) {
	for name, want := range map[string]string{
		"tool":  `the schema has no definition "tool": did you mean "Tool"?`,
		"Other": `the schema has no definition "Other"`,
	} {
		t.Run(name, func(t *testing.T) {
			if got := noDefinition(name, []string{"Event", "Tool"}).Error(); got != want {
				t.Error(got)
			}
		})
	}
}
