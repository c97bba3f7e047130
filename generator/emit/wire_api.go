package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// codec is what programs call to turn one value of the frame's union into bytes and back.
func (w *wireGen) codec() []jen.Code {
	code := []jen.Code{w.strangerError()}
	if w.wire.MediaType != "" {
		code = append(code, w.mediaType()...)
	}
	return append(append(code, w.appendFunctions()...), w.readFunctions()...)
}

func (w *wireGen) frameUnion() *model.Union { return w.wire.Frame.Definition.(*model.Union) }

// frame is the type of what a frame holds, and frameError the error for one that is not known.
func (w *wireGen) frame() *jen.Statement { return w.typ(w.frameUnion()) }

func (w *wireGen) frameError() string { return "Err" + w.n.Unknown(w.frameUnion()) }

func (w *wireGen) strangerError() jen.Code {
	id := w.n.Type(w.frameUnion())
	return comments(
		fmt.Sprintf("%s is the error for %s of a newer protocol. It is to be left out: what follows it in a stream", w.frameError(), article(id)),
		"can be read.").Line().
		Var().Id(w.frameError()).Op("=").Qual("fmt", "Errorf").Call(
		lit("the "+id+" is one that this version of the protocol does not know: %w"), jen.Qual(w.path, "ErrUnknown"))
}

func (w *wireGen) mediaType() []jen.Code {
	return []jen.Code{
		comments("MediaType is the content type of a stream of frames.").Line().
			Const().Id("MediaType").Op("=").Add(lit(w.wire.MediaType)),
		comments("Accepts reports whether a request with this Accept header is to be answered with MediaType. It is if the header",
			"names the type, or a wildcard that holds it, with a q above 0. An empty header asks for text.").Line().
			Func().Id("Accepts").Params(jen.Id("header").String()).Bool().Block(
			jen.Return(jen.Id("accepts").Call(jen.Id("header"), jen.Id("MediaType")))),
	}
}

// appendFunctions are Marshal, Append and AppendFrame, of the package and of Encoder.
func (w *wireGen) appendFunctions() []jen.Code {
	encode := "encode" + w.n.Type(w.frameUnion())
	e := func() *jen.Statement { return jen.Id("e").Add(w.frame()) }
	bytes := func() *jen.Statement { return jen.Params(jen.Index().Byte(), jen.Error()) }
	dst := func() *jen.Statement { return jen.Id("dst").Index().Byte() }
	zero := func(method string, args ...jen.Code) jen.Code {
		return jen.Return(jen.Parens(jen.Op("&").Id("Encoder").Values()).Dot(method).Call(args...))
	}
	method := func() *jen.Statement { return jen.Func().Params(jen.Id("c").Op("*").Id("Encoder")) }
	return []jen.Code{
		comments("Marshal returns the bytes of one message, with default options.").Line().
			Func().Id("Marshal").Params(e()).Add(bytes()).Block(zero("Append", jen.Nil(), jen.Id("e"))),
		comments("Append appends the bytes of one message, with default options. On error it returns dst at its old length.").Line().
			Func().Id("Append").Params(dst(), e()).Add(bytes()).Block(zero("Append", jen.Id("dst"), jen.Id("e"))),
		comments("AppendFrame appends a frame: the length of the message in four bytes, and the message.").Line().
			Func().Id("AppendFrame").Params(dst(), e()).Add(bytes()).Block(zero("AppendFrame", jen.Id("dst"), jen.Id("e"))),
		comments("Append appends the bytes of one message. On error it returns dst at its old length: a *LossError for what the binary",
			"form cannot carry, ValidationErrors for what is no value at all.").Line().
			Add(method()).Id("Append").Params(dst(), e()).Add(bytes()).Block(
			jen.Id("w").Op(":=").Id("writer").Values(jen.Id("out").Op(":").Id("dst")),
			jen.If(jen.Id("whole").Op(":=").Id(encode).Call(jen.Op("&").Id("w"), jen.Id("e")),
				jen.Id("whole").Op("&&").Op("!").Add(call("c", "flawed", jen.Op("&").Id("w")))).Block(
				jen.Return(jen.Id("w").Dot("out"), jen.Nil())),
			jen.Return(call("c", "explain", jen.Id("dst"), jen.Func().Params(jen.Id("w").Op("*").Id("writer")).Bool().Block(
				jen.Return(jen.Id(encode).Call(jen.Id("w"), jen.Id("e"))))))),
		comments("AppendFrame appends a frame: the length of the message in four bytes, and the message.").Line().
			Add(method()).Id("AppendFrame").Params(dst(), e()).Add(bytes()).Block(
			jen.List(jen.Id("out"), jen.Err()).Op(":=").Add(call("c", "Append",
				jen.Append(jen.Id("dst"), jen.Lit(0), jen.Lit(0), jen.Lit(0), jen.Lit(0)), jen.Id("e"))),
			jen.If(jen.Err().Op("==").Nil()).Block(
				jen.Err().Op("=").Id("sealFrame").Call(jen.Id("out"), jen.Len(jen.Id("dst")))),
			jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Id("dst"), jen.Err())),
			jen.Return(jen.Id("out"), jen.Nil())),
	}
}

// readFunctions are Unmarshal and FrameReader.
func (w *wireGen) readFunctions() []jen.Code {
	result := func() *jen.Statement { return jen.Params(w.frame(), jen.Error()) }
	id := w.n.Type(w.frameUnion())
	return []jen.Code{
		comments("Unmarshal reads one message, with default options.").Line().
			Func().Id("Unmarshal").Params(jen.Id("data").Index().Byte()).Add(result()).Block(
			jen.Return(jen.Parens(jen.Op("&").Id("Decoder").Values()).Dot("Unmarshal").Call(jen.Id("data")))),
		w.unmarshal(id),
		comments("FrameReader reads a stream of frames.").Line().
			Type().Id("FrameReader").Struct(jen.Id("frames").Id("frames"), jen.Id("decoder").Id("Decoder")),
		comments("NewFrameReader makes a FrameReader that reads with default options.").Line().
			Func().Id("NewFrameReader").Params(jen.Id("in").Qual("io", "Reader")).Op("*").Id("FrameReader").Block(
			jen.Return(jen.Parens(jen.Op("&").Id("Decoder").Values()).Dot("NewFrameReader").Call(jen.Id("in")))),
		comments("NewFrameReader makes a FrameReader that reads like d.").Line().
			Func().Params(jen.Id("d").Op("*").Id("Decoder")).Id("NewFrameReader").Params(jen.Id("in").Qual("io", "Reader")).Op("*").Id("FrameReader").Block(
			jen.Return(jen.Op("&").Id("FrameReader").Values(
				jen.Id("newFrames").Call(jen.Id("in"), jen.Id("d").Dot("MaxFrame")), jen.Op("*").Id("d")))),
		comments(wrapText(fmt.Sprintf("Next returns the next %s. At the end of the stream the error is io.EOF, or ErrTruncated where that end "+
			"is inside of a frame. After an error that is about one frame's content the next one can be read: %s, a *MalformedError, "+
			"ValidationErrors. Any other error stays; what the reader itself reports is handed on.", id, w.frameError()))...).Line().
			Func().Params(jen.Id("r").Op("*").Id("FrameReader")).Id("Next").Params().Add(result()).Block(
			jen.List(jen.Id("data"), jen.Err()).Op(":=").Id("r").Dot("frames").Dot("next").Call(),
			jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
			jen.Return(jen.Id("r").Dot("decoder").Dot("Unmarshal").Call(jen.Id("data")))),
		comments(wrapText(fmt.Sprintf("All returns what is left of the stream: for each frame %s, or the error about its content. "+
			"What else Next returns as an error is the last pair, but for io.EOF.", article(id)))...).Line().
			Func().Params(jen.Id("r").Op("*").Id("FrameReader")).Id("All").Params().Add(w.sequence()).Block(
			jen.Return(jen.Func().Params(jen.Id("yield").Func().Params(w.frame(), jen.Error()).Bool()).Block(
				jen.For().Block(
					jen.List(jen.Id("e"), jen.Err()).Op(":=").Id("r").Dot("Next").Call(),
					jen.If(jen.Err().Op("==").Qual("io", "EOF").Op("||").Op("!").Id("yield").Call(jen.Id("e"), jen.Err()).Op("||").
						Id("r").Dot("frames").Dot("err").Op("!=").Nil()).Block(jen.Return()))))),
		comments("ReadFrames reads a stream of frames with default options. It returns what FrameReader.All does.").Line().
			Func().Id("ReadFrames").Params(jen.Id("in").Qual("io", "Reader")).Add(w.sequence()).Block(
			jen.Return(jen.Id("NewFrameReader").Call(jen.Id("in")).Dot("All").Call())),
	}
}

// sequence is the type of what iterates over frames.
func (w *wireGen) sequence() *jen.Statement {
	return jen.Qual("iter", "Seq2").Types(w.frame(), jen.Error())
}

// unmarshal is the method that reads a frame's message: fast where all is as expected, else by the transcoder.
func (w *wireGen) unmarshal(id string) jen.Code {
	u := w.frameUnion()
	fail := func(err jen.Code) jen.Code { return jen.Return(jen.Nil(), err) }
	doc := fmt.Sprintf("Unmarshal reads one message. The result keeps nothing of data. The error is %s for %s of a newer protocol, "+
		"a *MalformedError for bytes that are no message, ValidationErrors for a message that the schema does not allow.",
		w.frameError(), article(id))
	return comments(wrapText(doc)...).Line().
		Func().Params(jen.Id("d").Op("*").Id("Decoder")).Id("Unmarshal").Params(jen.Id("data").Index().Byte()).Params(w.frame(), jen.Error()).Block(
		jen.Id("r").Op(":=").Id("newReader").Call(jen.Id("shapes"), jen.Id("data")),
		jen.Id("e").Op(":=").Id("decode"+id).Call(jen.Id("r"), jen.Len(jen.Id("data"))),
		jen.If(jen.Id("odd").Op(":=").Id("r").Dot("free").Call(), jen.Op("!").Id("odd").Op("&&").Id("e").Dot("Validate").Call().Op("==").Nil()).Block(
			jen.Return(jen.Id("e"), jen.Nil())),
		jen.List(jen.Id("foreign"), jen.Err()).Op(":=").Add(call("d", "foreign", jen.Id("shapes"), jen.Id(w.shapeOf(w.wire.Frame)), jen.Id("data"))),
		jen.If(jen.Id("foreign")).Block(fail(jen.Id(w.frameError()))),
		jen.If(jen.Err().Op("!=").Nil()).Block(fail(jen.Err())),
		jen.List(jen.Id("text"), jen.Err()).Op(":=").Add(call("d", "transcode", jen.Id("shapes"), jen.Id(w.shapeOf(w.wire.Frame)), jen.Id("data"))),
		jen.If(jen.Err().Op("!=").Nil()).Block(fail(jen.Err())),
		jen.List(jen.Id("e"), jen.Err()).Op("=").Id("d").Dot("Rules").Dot(id).Call(jen.Id("text")),
		jen.If(jen.List(jen.Id("_"), jen.Id("unknown")).Op(":=").Id("e").Assert(jen.Op("*").Qual(w.path, w.n.Unknown(u))), jen.Id("unknown")).Block(
			fail(jen.Id(w.frameError()))),
		jen.Return(jen.Id("e"), jen.Id("verdict").Call(jen.Err())))
}

// bridge is the pair of functions between a definition and its message, of the package and with options.
//
//	func ToolCallToProto(e *agui.ToolCall) (*aguipb.ToolCall, error)
//	func ToolCallFromProto(m *aguipb.ToolCall) (*agui.ToolCall, error)
func (w *wireGen) bridge(m *model.WireMessage) []jen.Code {
	d, id := m.Definition, w.n.Type(m.Definition)
	message := func() *jen.Statement { return jen.Qual(w.pbPath, w.pb.Type(m.Name)) }
	typ := func() *jen.Statement { return w.goValue(d) }
	encode := jen.Id("encode" + id)
	if o, isObject := d.(*model.Object); isObject && !requiresKnownVariant(o) {
		encode = jen.Id("always").Call(encode)
	}
	to, from := id+"ToProto", id+"FromProto"
	zero := func(typ, method, arg string) jen.Code {
		return jen.Return(jen.Parens(jen.Op("&").Id(typ).Values()).Dot(method).Call(jen.Id(arg)))
	}
	return []jen.Code{
		comments(fmt.Sprintf("%s makes the message of %s, with default options.", to, article(id))).Line().
			Func().Id(to).Params(jen.Id("e").Add(typ())).Params(jen.Op("*").Add(message()), jen.Error()).Block(zero("Encoder", to, "e")),
		comments(fmt.Sprintf("%s reads the message of %s, with default options.", from, article(id))).Line().
			Func().Id(from).Params(jen.Id("m").Op("*").Add(message())).Params(typ(), jen.Error()).Block(zero("Decoder", from, "m")),
		comments(fmt.Sprintf("%s makes the message of %s.", to, article(id))).Line().
			Func().Params(jen.Id("c").Op("*").Id("Encoder")).Id(to).Params(jen.Id("e").Add(typ())).Params(jen.Op("*").Add(message()), jen.Error()).Block(
			jen.Return(jen.Id("toProto").Call(jen.Id("c"), jen.New(message()), jen.Id("e"), encode))),
		comments(fmt.Sprintf("%s reads the message of %s.", from, article(id))).Line().
			Func().Params(jen.Id("d").Op("*").Id("Decoder")).Id(from).Params(jen.Id("m").Op("*").Add(message())).Params(typ(), jen.Error()).Block(
			w.fromMessage(m)...),
	}
}

// goValue is how a definition's values are handed around: objects by their address.
func (w *wireGen) goValue(d model.Definition) *jen.Statement {
	if _, isObject := d.(*model.Object); isObject {
		return jen.Op("*").Add(w.typ(d))
	}
	return w.typ(d)
}

func (w *wireGen) fromMessage(m *model.WireMessage) []jen.Code {
	if w.wire.Frame == m { // an event that is not known is told apart by the bytes
		return []jen.Code{
			jen.List(jen.Id("data"), jen.Err()).Op(":=").Id("fromMessage").Call(jen.Id("m"), lit(m.Definition.Base().Name)),
			jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
			jen.Return(call("d", "Unmarshal", jen.Id("data"))),
		}
	}
	id := w.n.Type(m.Definition)
	decode, read := jen.Id("decode"+id), jen.Id("d").Dot("Rules").Dot(id)
	_, isObject := m.Definition.(*model.Object)
	if isObject {
		read = jen.Id("asObject").Types(w.typ(m.Definition)).Call(jen.Op("&").Id("d").Dot("Rules"))
	}
	switch {
	case w.tabled(m):
		decode = jen.Id("maker").Types(w.typ(m.Definition)).Call(jen.Id(w.shapeOf(m)))
	case isObject:
		decode = jen.Id("fresh").Call(decode)
	}
	return []jen.Code{jen.Return(jen.Id("fromProto").Call(
		jen.Id("d"), jen.Id("shapes"), jen.Id(w.shapeOf(m)), jen.Id("m"), decode, read))}
}
