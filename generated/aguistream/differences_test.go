package aguistream_test

const (
	byWHATWG  = "S1, S4: we follow the WHATWG, as the streams of real producers need it"
	noEvent   = "S10: the vector is about JSON values, and a Reader returns events: what is none is an error, as the client has it a stage later"
	noNull    = "the Decoder refuses this null, a stage earlier"
	absent    = "a null of an optional member reads as absent"
	byRFC6901 = "A23: RFC 6901 forbids an index with leading zeros"
)

// differences are the vectors in which we differ from the reference implementation, each with the reason.
var differences = map[string]string{
	"parse/data-empty":       byWHATWG,
	"parse/data-one-space":   byWHATWG,
	"parse/crlf-two-events":  byWHATWG,
	"parse/cr-two-events":    byWHATWG,
	"parse/json-null":        noEvent,
	"parse/json-number":      noEvent,
	"parse/json-string":      noEvent,
	"parse/json-array":       noEvent,
	"parse/json-no-type":     noEvent,
	"parse/json-empty-type":  noEvent,
	"parse/json-type-number": noEvent,

	"text/null-usage-members": noNull,
	"text/null-in-messages":   noNull,
	"text/null-in-tool-call":  noNull,
	"chunks/tool-null-parent": absent,

	"apply/state-index-leading-zero": byRFC6901,
}
