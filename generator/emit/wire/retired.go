package wire

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/aguigen/aguigen/generator/emit/output"
	"github.com/aguigen/aguigen/generator/model"
)

// retired is what a variant that the union has no more is written as, nil for none.
func (w *codec) retired(u model.Definition) jen.Code {
	if w.p.Streams == nil || w.p.Streams.Retired == nil {
		return nil
	}
	part := w.p.Streams.Retired.Part
	if part == nil || part.As == "" || model.Definition(part.Parts) != u {
		return nil
	}
	var l literal
	l.set("tag", output.Lit(part.Old))
	l.set("as", output.Lit(part.As))
	l.set("by", output.Lit(part.By))
	var fills []jen.Code
	for _, fill := range part.Fills {
		fills = append(fills, jen.Values(assignments(fill, strconv.Quote)...))
	}
	l.lines("fills", "[]assignment", fills)
	l.lines("carry", "assignment", assignments(part.Carry, strconv.Quote))
	l.lines("marks", "assignment", assignments(part.Marks, func(json string) string { return json }))
	return jen.Op("&").Id("retired").Values(l...)
}

// assignments are literals; as makes JSON of a value.
func assignments(list []model.Assignment, as func(string) string) []jen.Code {
	var code []jen.Code
	for _, a := range list {
		var steps []jen.Code
		for step := range strings.SplitSeq(a.Path, ".") {
			steps = append(steps, output.Lit(step))
		}
		var l literal
		l.set("path", jen.Index().String().Values(steps...))
		if a.Member != "" {
			l.set("member", output.Lit(a.Member))
		} else {
			l.set("value", output.Lit(as(a.Value)))
		}
		code = append(code, jen.Values(l...))
	}
	return code
}
