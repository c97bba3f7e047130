package output

import (
	"encoding/json"
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

// Quoted is a JSON string, without escapes for HTML.
func Quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
