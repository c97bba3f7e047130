package output

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
)

// Lit is a string literal, raw where that reads better and shows all that is in it.
func Lit(s string) *jen.Statement {
	hidden := func(c rune) bool { return c == '`' || !strconv.IsPrint(c) }
	if strings.ContainsAny(s, `"\`) && !strings.ContainsFunc(s, hidden) {
		return jen.Op("`" + s + "`")
	}
	return jen.Lit(s)
}

// Source is Go source with holes for names: each of pairs is a hole and what fills it.
func Source(text string, pairs ...string) jen.Code {
	return jen.Op(strings.NewReplacer(pairs...).Replace(strings.TrimSpace(text)))
}

// Distinct returns an unexported name that may meet another one, with a number behind if it does.
func Distinct(id string, taken func(string) bool) string {
	free := id
	for n := 2; taken(free); n++ {
		free = fmt.Sprint(id, n)
	}
	return free
}
