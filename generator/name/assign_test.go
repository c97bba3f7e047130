package name

import (
	"strings"
	"testing"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/model"
)

func named(name string, line int) model.Named {
	return model.Named{Name: name, Pos: diag.Pos{File: "s.json", Line: line, Column: 1}}
}

func inline(owner, field string, line int) model.Named {
	b := named(owner, line)
	b.Inline = field
	return b
}

func object(name string, line int, fields ...*model.Field) *model.Object {
	return &model.Object{Named: named(name, line), Fields: fields}
}

func field(name string, line int) *model.Field {
	return &model.Field{Name: name, Type: &model.Scalar{Kind: model.String}, Pos: diag.Pos{File: "s.json", Line: line, Column: 3}}
}

func enum(b model.Named, values ...string) *model.Enum {
	e := &model.Enum{Named: b, Keyword: "enum"}
	for i, v := range values {
		e.Values = append(e.Values, &model.EnumValue{Value: v, Pos: diag.Pos{File: "s.json", Line: b.Pos.Line, Column: 10 + i}})
	}
	return e
}

func union(name string, line int, tag string, variants ...*model.Object) *model.Union {
	u := &model.Union{Named: named(name, line), Discriminator: tag}
	for _, o := range variants {
		u.Variants = append(u.Variants, &model.Variant{Value: strings.ToUpper(o.Name), Object: o, Pos: o.Pos})
	}
	return u
}

func textOrList(owner, field string, elem model.Definition) *model.Union {
	return &model.Union{Named: inline(owner, field, 1), Variants: []*model.Variant{
		{Type: &model.Scalar{Kind: model.String}}, {Type: &model.List{Elem: &model.Ref{To: elem}}},
	}}
}

func protocol(d ...model.Definition) *model.Protocol { return &model.Protocol{Definitions: d} }

// nothing is declared but what the schema names.
func nothing(*model.Protocol, *Table) []decl.Decl { return nil }

func assign(t *testing.T, o Options, d ...model.Definition) *Table {
	t.Helper()
	table, err := Assign(protocol(d...), o, nothing)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestAssign(t *testing.T) {
	role := field("replyIds", 2)
	role.Default = `"x"`
	call := object("ToolCall", 1, field("id", 1), field("type", 2), field("mimeType", 3), field("json", 4), role)
	link := object("UrlCall", 1, field("type", 1))
	part := union("JsonPart", 1, "type", call, link)
	kind := enum(named("EventKind", 1), "TOOLCALL", "URLCALL")
	event := union("Event", 1, "type", call, link)
	event.Tags = kind
	status := enum(inline("Entry", "status", 1), "done-1", "")
	table := assign(t, Options{}, call, link, part, kind, event, status, object("Type", 1))
	var got []string
	for _, f := range call.Fields {
		got = append(got, table.Field(call, f)+" "+table.Param(call, f))
	}
	got = append(got, table.Local(link), table.Type(status), table.Value(status, "done-1"), table.Value(status, ""),
		table.Tag(part), table.TagType(part), table.TagValue(part, part.Variants[1]), table.Unknown(part),
		table.TagType(event), table.TagValue(event, event.Variants[0]))
	want := "ID id|Type callType|MIMEType mimeType|JSON callJSON|ReplyIDs replyIDs|urlCall|EntryStatus|EntryStatusDone1|" +
		"EntryStatusEmpty|Type|JSONPartType|JSONPartTypeUrlcall|UnknownJSONPart|EventKind|EventKindToolcall"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

func TestLocalAvoidsKeywords(t *testing.T) {
	typ, plain := object("Type", 1), object("URLKind", 2)
	table := assign(t, Options{}, typ, plain)
	if got := table.Local(typ) + " " + table.Local(plain); got != "typeDef urlKind" {
		t.Error(got)
	}
}

func TestInlineUnions(t *testing.T) {
	part, other := object("Part", 1), object("Other", 2)
	first, second := textOrList("A", "content", part), textOrList("C", "content", other)
	table := assign(t, Options{}, part, other, first, second)
	if got := table.Type(first) + " " + table.Type(second); got != "Content CContent" {
		t.Error(got)
	}
	taken := object("Content", 3)
	table = assign(t, Options{}, part, first, taken)
	if got := table.Type(first); got != "AContent" {
		t.Errorf("beside a definition Content: %s", got)
	}
}

func TestMixinsHaveNoType(t *testing.T) {
	base := object("ToolBase", 1, field("id", 2))
	base.Mixin = true
	// The same Go name as the mixin's is free.
	table := assign(t, Options{}, base, object("toolBase", 3))
	if got := table.Type(base) + table.Local(base) + table.Field(base, base.Fields[0]); got != "ToolBasetoolBaseID" {
		t.Error(got)
	}
}

func TestClashes(t *testing.T) {
	withDefault := field("mode", 3)
	withDefault.Default = "true"
	for _, c := range []struct {
		name string
		defs []model.Definition
		want string
	}{
		{"types", []model.Definition{object("UrlKind", 1), object("URLKind", 2)},
			"s.json:2:1: URLKind and UrlKind (s.json:1:1) would both be URLKind in Go: rename one of them"},
		{"values by case", []model.Definition{enum(named("Color", 4), "red", "RED")},
			"s.json:4:11: Color.RED and Color.red (s.json:4:10) would both be ColorRed in Go"},
		{"constant and type", []model.Definition{enum(named("Color", 4), "red"), object("ColorRed", 9)},
			"Color.red and ColorRed (s.json:9:1) would both be ColorRed in Go"},
		{"fields", []model.Definition{object("Tool", 1, field("a_b", 2), field("aB", 3))},
			"s.json:3:3: Tool.aB and Tool.a_b (s.json:2:3) would both be AB in Go"},
		{"accessor", []model.Definition{object("Tool", 1, field("modeOrDefault", 2), withDefault)},
			"the default of Tool.mode and Tool.modeOrDefault (s.json:2:3) would both be ModeOrDefault in Go"},
		{"parameters", []model.Definition{object("ToolCall", 1, field("callType", 2), field("type", 3))},
			"ToolCall.type and ToolCall.callType (s.json:2:3) would both be callType in Go"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Assign(protocol(c.defs...), Options{}, nothing)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: got %v\nwant %s", c.name, err, c.want)
			}
		})
	}
}

func TestOverrides(t *testing.T) {
	base := object("Base", 1, field("stamp", 2))
	base.Mixin = true
	tool := object("Tool", 1, field("stamp", 2), field("a_b", 3), field("aB", 4))
	tool.Mixins = []string{"Base"}
	color := enum(inline("Tool", "color", 5), "red", "RED")
	table := assign(t, Options{
		Initialisms: []string{"KPI"},
		Names: map[string]string{
			"Tool": "Instrument", "Base.stamp": "Time", "Tool.a_b": "AThenB", "Tool/color": "Color", "Tool/color.RED": "ColorScarlet",
		},
	}, base, tool, color, object("kpiView", 9))
	want := `Base → (part of others)
Tool → Instrument
kpiView → KPIView
Tool/color → Color
Base.stamp → Time
Tool.stamp → Time
Tool.a_b → AThenB
Tool.aB → AB
Tool/color.red → ColorRed
Tool/color.RED → ColorScarlet
`
	if got := table.Dump(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := table.Local(tool) + " " + table.Param(tool, tool.Fields[1]); got != "instrument aThenB" {
		t.Error(got)
	}
}

func TestBadOverrides(t *testing.T) {
	one := object("One", 1, field("kind", 1))
	_, err := Assign(protocol(one, union("Any", 5, "kind", one)), Options{
		Initialisms: []string{"LLM", "A-B", ""},
		Names:       map[string]string{"Onne": "X", "One": "lower", "One.kind": "Sort"},
		At:          func(entry string) diag.Pos { return diag.Pos{File: "c.yaml", Line: len(entry) + 1, Column: 1} },
	}, nothing)
	want := `c.yaml:1:1: initialism "" is not one word: give letters and digits only, as in "URL"
c.yaml:4:1: initialism "A-B" is not one word: give letters and digits only, as in "URL"
c.yaml:4:1: initialism "LLM" is in no name of this schema: remove it or correct its spelling
c.yaml:4:1: names: "lower" for "One" is not an exported Go identifier: start with a capital letter and use letters and digits
c.yaml:5:1: names: the schema has no "Onne": did you mean One?
c.yaml:9:1: names: "One.kind" tells the variants of Any apart and must be called Kind: remove the entry`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

// A name that the user has chosen is where the message points, whichever of the two comes first in the schema.
func TestClashStandsAtTheChoice(t *testing.T) {
	for _, chosen := range []string{"One", "Two"} {
		other := map[string]string{"One": "Two", "Two": "One"}[chosen]
		p := &model.Protocol{Definitions: []model.Definition{
			&model.Object{Named: model.Named{Name: "One", Pos: diag.Pos{File: "s.json", Line: 1, Column: 1}}},
			&model.Object{Named: model.Named{Name: "Two", Pos: diag.Pos{File: "s.json", Line: 2, Column: 1}}},
		}}
		_, err := Assign(p, Options{
			Names: map[string]string{chosen: other},
			At:    func(string) diag.Pos { return diag.Pos{File: "c.yaml", Line: 7, Column: 3} },
		}, nothing)
		want := "c.yaml:7:3: " + chosen + " and " + other + " (s.json:"
		if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), "both be "+other+" in Go") {
			t.Errorf("got %v, want %s...", err, want)
		}
	}
}
