package wire

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/decl"
	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
)

// bridge prints the functions between definitions and their messages: a pair for each, and a pair with options for all.
func (w *codec) bridge() {
	w.out.Add("bridge", decl.Origin{}, w.anyBridge()...)
	for _, m := range w.messages() {
		w.out.Add("bridge", decl.Origin{Definition: m.Definition}, w.pair(m)...)
	}
}

// pair is the pair of functions between a definition and its message.
//
//	func ToolCallToProto(e *agui.ToolCall) (*aguipb.ToolCall, error) {
//		return toProto(&shapes[toolCallShape], e, new(aguipb.ToolCall))
//	}
//
//	func ToolCallFromProto(m *aguipb.ToolCall) (*agui.ToolCall, error) {
//		return fromProto[*agui.ToolCall](shapes, toolCallShape, m)
//	}
func (w *codec) pair(m *model.WireMessage) []jen.Code {
	d, id := m.Definition, w.n.Type(m.Definition)
	to, from := id+"ToProto", id+"FromProto"
	return []jen.Code{
		output.Comments(fmt.Sprintf("%s makes the message of %s, with default options.", to, output.Article(id))).Line().
			Func().Id(to).Params(jen.Id("e").Add(w.value(d))).Params(jen.Op("*").Add(w.message(m)), jen.Error()).Block(
			jen.Return(jen.Id("toProto").Call(jen.Op("&").Id("shapes").Index(w.shape(d)), jen.Id("e"), jen.New(w.message(m))))),
		output.Comments(fmt.Sprintf("%s reads the message of %s, with default options.", from, output.Article(id))).Line().
			Func().Id(from).Params(jen.Id("m").Op("*").Add(w.message(m))).Params(w.value(d), jen.Error()).Block(
			jen.Return(jen.Id("fromProto").Types(w.value(d)).Call(jen.Id("shapes"), w.shape(d), jen.Id("m")))),
	}
}

// anyBridge is the pair of methods for any definition.
func (w *codec) anyBridge() []jen.Code {
	message := func() *jen.Statement { return jen.Id("m").Qual("google.golang.org/protobuf/proto", "Message") }
	return []jen.Code{
		output.Comments("ToProto fills in the message of a value, as the functions do that are named after its definition. It fails if v has",
			"another definition than m.").Line().
			Func().Params(jen.Id("c").Op("*").Id("Encoder")).Id("ToProto").Params(jen.Id("v").Any(), message()).Error().Block(
			jen.Return(jen.Id("c").Dot("anyToProto").Call(jen.Id("shapes"), jen.Id("v"), jen.Id("m")))),
		output.Comments("FromProto reads a message, as the functions do that are named after its definition: the result is what they return.").Line().
			Func().Params(jen.Id("d").Op("*").Id("Decoder")).Id("FromProto").Params(message()).Params(jen.Any(), jen.Error()).Block(
			jen.Return(jen.Id("d").Dot("anyFromProto").Call(jen.Id("shapes"), jen.Id("m")))),
	}
}
