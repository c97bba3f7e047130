package emit

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/model"
)

// api is what programs call to turn one value of the frame's union into bytes and back.
func (w *codec) api() []jen.Code {
	code := []jen.Code{w.unknownError()}
	if w.wire.MediaType != "" {
		code = append(code, w.mediaType()...)
	}
	code = append(code, w.appendFunctions()...)
	return append(append(code, w.unmarshal(w.n.Type(w.frameUnion()))...), w.readFunctions()...)
}

func (w *codec) frameUnion() *model.Union { return w.wire.Frame.Definition.(*model.Union) }

// frame is the type of what a frame holds, and frameError the error for one that is not known.
func (w *codec) frame() *jen.Statement { return w.typ(w.frameUnion()) }

func (w *codec) frameError() string { return "Err" + w.n.Unknown(w.frameUnion()) }

func (w *codec) unknownError() jen.Code {
	id := w.n.Type(w.frameUnion())
	return comments(
		fmt.Sprintf("%s is the error for %s of a newer protocol. It is to be left out: what follows it in a stream", w.frameError(), article(id)),
		"can be read.").Line().
		Var().Id(w.frameError()).Op("=").Qual("errors", "New").Call(lit("the " + id + " is one that this version of the protocol does not know"))
}

func (w *codec) mediaType() []jen.Code {
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
func (w *codec) appendFunctions() []jen.Code {
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
			jen.Return(call("c", "append", jen.Id("dst"), jen.Op("&").Id("shapes").Index(w.shape(w.frameUnion())), jen.Id("e")))),
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
func (w *codec) readFunctions() []jen.Code {
	result := func() *jen.Statement { return jen.Params(w.frame(), jen.Error()) }
	id := w.n.Type(w.frameUnion())
	return []jen.Code{
		comments("Unmarshal reads one message, with default options.").Line().
			Func().Id("Unmarshal").Params(jen.Id("data").Index().Byte()).Add(result()).Block(
			jen.Return(jen.Parens(jen.Op("&").Id("Decoder").Values()).Dot("Unmarshal").Call(jen.Id("data")))),
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
func (w *codec) sequence() *jen.Statement {
	return jen.Qual("iter", "Seq2").Types(w.frame(), jen.Error())
}

// unmarshal is the method that reads a frame's message, and what reads it where all is as expected.
func (w *codec) unmarshal(id string) []jen.Code {
	shape := func() *jen.Statement { return w.shape(w.frameUnion()) }
	doc := fmt.Sprintf("Unmarshal reads one message. The result keeps nothing of data. The error is %s for %s of a newer protocol, "+
		"a *MalformedError for bytes that are no message, ValidationErrors for a message that the schema does not allow.",
		w.frameError(), article(id))
	return []jen.Code{
		comments(wrapText(doc)...).Line().
			Func().Params(jen.Id("d").Op("*").Id("Decoder")).Id("Unmarshal").Params(jen.Id("data").Index().Byte()).Params(w.frame(), jen.Error()).Block(
			jen.Id("r").Op(":=").Id("reader").Values(jen.Id("messages").Op(":").Id("shapes"), jen.Id("data").Op(":").Id("data")),
			jen.If(jen.Id("e").Op(":=").Id("decode"+id).Call(jen.Op("&").Id("r"), jen.Len(jen.Id("data"))),
				jen.Op("!").Id("r").Dot("odd").Op("&&").Id("e").Dot("Validate").Call().Op("==").Nil()).Block(
				jen.Return(jen.Id("e"), jen.Nil())),
			jen.List(jen.Id("v"), jen.Err()).Op(":=").Add(call("d", "judge", jen.Id("shapes"), shape(), jen.Id("data"))),
			jen.List(jen.Id("e"), jen.Id("_")).Op(":=").Id("v").Assert(w.frame()),
			jen.Return(jen.Id("e"), jen.Err())),
		comments(fmt.Sprintf("decode%s reads %s where all is as expected.", id, article(id))).Line().
			Func().Id("decode"+id).Params(jen.Id("r").Op("*").Id("reader"), jen.Id("end").Int()).Add(w.frame()).Block(
			jen.List(jen.Id("e"), jen.Id("_")).Op(":=").Add(call("r", "union", jen.Op("&").Id("shapes").Index(shape()), jen.Id("end"))).Assert(w.frame()),
			jen.Return(jen.Id("e"))),
	}
}
