// Command program has two switches that lack a case each, and two that lack none.
package main

import (
	"fmt"

	"github.com/aguigen/aguigen/generated/agui"
)

// address has no case for a FileSource.
func address(s agui.PartSource) string {
	switch s := s.(type) {
	case *agui.URLSource:
		return s.Value
	case *agui.DataSource:
		return "data:" + s.MIMEType
	case *agui.UnknownPartSource:
		return "?"
	}
	return ""
}

// done has all cases.
func done(o agui.SubagentFinishedOutcome) bool {
	switch o.(type) {
	case *agui.SubagentFinishedSuccessOutcome:
		return true
	case *agui.SubagentFinishedSuspendedOutcome, *agui.UnknownSubagentFinishedOutcome:
		return false
	}
	return false
}

// spoken has no case for RoleReasoning.
func spoken(r agui.Role) bool {
	switch r {
	case agui.RoleUser, agui.RoleAssistant:
		return true
	case agui.RoleTool, agui.RoleSystem, agui.RoleDeveloper, agui.RoleActivity:
		return false
	}
	return false
}

// attached has all cases.
func attached(s agui.ReasoningEncryptedValueSubtype) bool {
	switch s {
	case agui.ReasoningEncryptedValueSubtypeMessage, agui.ReasoningEncryptedValueSubtypeToolCall:
		return true
	}
	return false
}

func main() {
	fmt.Println(address(nil), done(nil), spoken(""), attached(""))
}
