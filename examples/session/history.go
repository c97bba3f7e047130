package session

import (
	"fmt"

	"github.com/aguigen/aguigen/generated/agui"
)

// History makes the updates that show a conversation again, as when a session is loaded.
func History(messages []agui.Message) ([]Update, error) {
	var all []Update
	for _, m := range messages {
		updates, err := said(m)
		if err != nil {
			return nil, err
		}
		for i := range updates {
			if base := agui.BaseMessageOf(m); base != nil {
				updates[i].Meta = meta(base.Metadata)
				if base.Name != nil {
					updates[i].Name = *base.Name
				}
			}
			if a := agui.AttributableOf(m); a != nil && a.SubagentRunID != nil {
				updates[i].Agent = *a.SubagentRunID
			}
		}
		all = append(all, updates...)
	}
	return all, nil
}

// said makes the updates of a message. What instructs the agent is not shown.
func said(message agui.Message) ([]Update, error) {
	switch m := message.(type) {
	case *agui.DeveloperMessage, *agui.SystemMessage:
		return nil, nil
	case *agui.UserMessage:
		blocks, err := toBlocks(m.Content)
		var updates []Update
		for i := range blocks {
			updates = append(updates, Update{Kind: UserChunk, Content: &blocks[i]})
		}
		return updates, err
	case *agui.ReasoningMessage:
		return chunk(ThoughtChunk, m.Content), nil
	case *agui.AssistantMessage:
		var updates []Update
		if m.Content != nil {
			updates = chunk(MessageChunk, *m.Content)
		}
		for _, c := range m.ToolCalls {
			updates = append(updates, newCall(c.ID, c.Function.Name, c.Function.Arguments))
		}
		return updates, nil
	case *agui.ToolMessage:
		blocks, err := toBlocks(m.Content)
		u := Update{Kind: ToolCallUpdate, ToolCallID: m.ToolCallID, Status: Completed, Output: blocks}
		if m.Error != nil {
			u.Status = Failed
		}
		return []Update{u}, err
	case *agui.ActivityMessage:
		return plan(m.ActivityType, m.Content)
	}
	return nil, fmt.Errorf("a message of the role %s has no counterpart", message.Role())
}
