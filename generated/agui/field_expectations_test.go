package agui_test

var fieldExpectations = []fieldExpectation{
	{"ag-ui-devtools/messages-edge.agui.jsonl", 11, outcomes{
		"4": "error const /role",
	}},
	{"ag-ui-devtools/runs-edge.agui.jsonl", 17, outcomes{
		"3":  "property /agentId",
		"13": "property /threadId, property /runId",
		"15": "property /agentId",
	}},
	{"ag-ui-devtools/state-edge.agui.jsonl", 10, outcomes{
		"9": "variant /delta/0",
	}},
	{"ag-ui-validate/invalid__AGUI303-invalid-patch-document.jsonl", 4, outcomes{
		"3": "variant /delta/0",
	}},
	{"ag-ui-validate/invalid__AGUI502-payload-not-json.jsonl", 3, outcomes{
		"2": "syntax /type at byte 9",
	}},
	{"ag-ui-validate/invalid__AGUI503-unknown-event-type.jsonl", 3, outcomes{
		"2": "event (root)",
	}},
	{"ag-ui-validate/invalid__AGUI504-schema-violation.jsonl", 4, outcomes{
		"2": "error required (root) toolCallName",
	}},
	{"copilotkit-sse/single-tool-call.sse", 8, outcomes{
		"6": "error required (root) messageId",
	}},
	{"cross-sdk/null-omission.json", 28, outcomes{
		"run_started_input_with_bare_null_state_converges_on_omission": "error not /input/state",
	}},
	{"dart-sdk/events.json", 100, outcomes{
		"thinking_events/2":              "event (root)",
		"thinking_events/3":              "event (root)",
		"thinking_events/4":              "event (root)",
		"thinking_events/5":              "event (root)",
		"thinking_text_message_legacy/2": "event (root)",
		"thinking_text_message_legacy/3": "event (root)",
		"thinking_text_message_legacy/4": "event (root)",
	}},
	{"dart-sdk/sse_streams.txt", 31, outcomes{
		"22": "syntax (root) at byte 0",
		"23": "event (root)",
		"24": "error required (root) messageId",
		"25": "syntax /incomplete at byte 14",
	}},
	{"dotnet-compat/custom-and-raw-events.json", 4, outcomes{
		"2": "error required (root) value",
	}},
	{"dotnet-compat/forward-compatibility.json", 11, outcomes{
		"1":  "property /futureField, property /anotherFutureField",
		"2":  "property /extraNested",
		"3":  "property /unknownArray",
		"4":  "property /futureToolField",
		"5":  "property /additionalMetadata",
		"6":  "property /futureFlag",
		"7":  "property /futureCustomField",
		"8":  "property /futureRawField",
		"9":  "property /futureActivityField",
		"10": "property /futureOutcome",
		"11": "property /futureErrorDetails",
	}},
	{"dotnet-recorded/MixedToolInvocationIntegration.turn02.request.json", 1, outcomes{"1": "error required /messages/0 id, error required /messages/1 id"}},
	{"dotnet-recorded/Step01_GettingStarted.turn02.request.json", 1, outcomes{"1": "error required /messages/0 id, error required /messages/2 id"}},
	{"dotnet-recorded/Step03_FrontendTools.turn02.request.json", 1, outcomes{"1": "error required /messages/0 id, error required /messages/1 id"}},
	{"dotnet-recorded/Step04_HumanInLoop.turn02.request.json", 1, outcomes{"1": "error required /messages/0 id, error required /messages/1 id"}},
	{"dotnet-recorded/Step08_MultimodalMessages.turn01.request.json", 1, outcomes{"1": "variant /messages/0/content/1, error required /messages/0 id"}},
	{"odd-producers/adk-float-seconds-timestamp.json", 1, outcomes{"1": "error type /timestamp"}},
	{"odd-producers/agno-client-request.json", 1, outcomes{"1": "property /thread_id, property /run_id, property /messages/0/user, error required (root) threadId, error required (root) runId, error required /messages/0 id"}},
	{"odd-producers/big-integers-in-any.jsonl", 2, outcomes{
		"2": "error maximum /timestamp",
	}},
	{"odd-producers/capabilities-subAgents.json", 1, outcomes{"1": "property /multiAgent/subAgents"}},
	{"odd-producers/copilotkit-tool-result-without-message-id.json", 1, outcomes{"1": "error required (root) messageId"}},
	{"odd-producers/devtools-run-error-with-ids.jsonl", 2, outcomes{
		"1": "property /agentId",
		"2": "property /threadId, property /runId",
	}},
	{"odd-producers/done-sentinel.sse", 2, outcomes{
		"2": "syntax /0 at byte 1",
	}},
	{"odd-producers/dotnet-null-message-id.json", 1, outcomes{"1": "error type /messageId"}},
	{"odd-producers/dotnet-null-parent-message-id.jsonl", 2, outcomes{
		"1": "error type /parentMessageId",
		"2": "error type /parentMessageId",
	}},
	{"odd-producers/dotnet-nulls-run-started.json", 1, outcomes{"1": "error type /parentRunId, error type /input, error type /timestamp, error not /rawEvent, error type /metadata"}},
	{"odd-producers/go-beluga-envelope.jsonl", 2, outcomes{
		"1": "event (root)",
		"2": "event (root)",
	}},
	{"odd-producers/go-gains-snake-case-input.json", 1, outcomes{"1": "property /thread_id, property /run_id, property /forwarded_props, error required (root) threadId, error required (root) runId"}},
	{"odd-producers/go-mast-reasoning-and-interrupt.jsonl", 7, outcomes{
		"1": "error required (root) messageId",
		"2": "error required (root) role",
		"5": "error required (root) messageId",
		"6": "error required (root) messageId",
		"7": "error required /outcome/interrupts/0 reason, error type /outcome/interrupts/0/expiresAt",
	}},
	{"odd-producers/go-pando-outcome-string.jsonl", 4, outcomes{
		"1": "error oneOf /outcome",
		"2": "property /truncated",
		"3": "error const /role",
		"4": "error required (root) value",
	}},
	{"odd-producers/gosdk-nil-input.json", 1, outcomes{"1": "error not /state, error type /messages, error type /tools, error type /context, error not /forwardedProps"}},
	{"odd-producers/gosdk-run-error-run-id.json", 1, outcomes{"1": "property /runId"}},
	{"odd-producers/gosdk-tool-null-parameters.json", 1, outcomes{"1": "error not /parameters"}},
	{"odd-producers/null-content-assistant.json", 1, outcomes{"1": "error type /messages/0/content, error type /messages/1/error"}},
	{"odd-producers/old-thinking-content.jsonl", 3, outcomes{
		"1": "event (root)",
		"2": "event (root)",
		"3": "event (root)",
	}},
	{"odd-producers/php-neuron-pascal-case-types.jsonl", 5, outcomes{
		"1": "event (root)",
		"2": "event (root)",
		"3": "event (root)",
		"4": "event (root)",
		"5": "event (root)",
	}},
	{"odd-producers/python-snake-case-event.jsonl", 2, outcomes{
		"1": "property /thread_id, property /run_id, error required (root) threadId, error required (root) runId",
		"2": "property /message_id, error required (root) messageId",
	}},
	{"odd-producers/rust-adk-ui-type-names.jsonl", 2, outcomes{
		"1": "event (root)",
		"2": "event (root)",
	}},
	{"odd-producers/subagent-pre-rename.jsonl", 2, outcomes{
		"1": "property /subagentId, property /parentSubagentId, error required (root) subagentRunId",
		"2": "property /subagentId",
	}},
	{"odd-producers/tanstack-client-request.json", 1, outcomes{"1": "property /data, property /messages/0/parts, property /messages/0/createdAt, error required (root) threadId, error required (root) runId, error required /messages/0 content"}},
	{"odd-producers/tanstack-extras.jsonl", 5, outcomes{
		"1": "property /toolName",
		"2": "property /input",
		"3": "property /stepId, property /model, property /signature",
		"4": "property /model, property /finishReason, error type /usage",
		"5": "property /threadId, property /runId, property /error",
	}},
	{"odd-producers/veryfront-content-id.jsonl", 2, outcomes{
		"1": "property /contentId",
		"2": "property /contentId",
	}},
	{"veryfront/legacy-content-after-end.json", 4, outcomes{
		"1": "property /contentId",
		"2": "property /contentId",
		"3": "property /contentId",
		"4": "property /contentId",
	}},
	// No message has an id. The rule stands in two places of the schema, so it is broken twice.
	{"dotnet-recorded/*.request.json", 15, outcomes{"1": "error required /messages/0 id"}},
	// Everything else in these folders is known and good.
	{"ag-ui-devtools/*", 108, nil},
	{"ag-ui-validate/*", 211, nil},
	{"copilotkit-sse/*", 18, nil},
	{"dotnet-compat/*", 35, nil},
	{"dotnet-recorded/*.response.json", 1898, nil},
	{"langgraph-dojo-trace/*", 677, nil},
	{"odd-producers/*.sse", 8, nil},
	{"odd-producers/*.jsonl", 11, nil},
}
