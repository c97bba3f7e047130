package model

import (
	"cmp"
	"fmt"
	"strings"
)

// Dump writes two tables in Markdown: what events open and close, and what each event is.
func (s *Streams) Dump() string {
	var b strings.Builder
	b.WriteString("| what | known by | opened by | goes on with | closed by | for short |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, e := range s.Entities {
		fmt.Fprintf(&b, "| %s | `%s`%s | %s | %s | %s | %s |\n", e.Noun, e.Key, s.perSender(e), s.doing(e, "opens E", "opens E in S I", "starts E I"),
			s.doing(e, "continues E"), s.doing(e, "closes E", "stops E"), s.shortOf(e))
	}
	b.WriteString("\n| event | where it may come | which shorthands it ends | what it leaves |\n| --- | --- | --- | --- |\n")
	for _, l := range s.Lines {
		lanes := map[string]string{"": "is one", "none": "none", "own": "its sender's", "all": "all", "tagged": "its subagent's"}[l.Lanes]
		where, leaves := cmp.Or(verbList(l.Order), "within a run"), cmp.Or(verbList(l.Builds), "nothing")
		if l.Lanes == "" {
			where, leaves = "as what it stands for", "what that leaves"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", l.Event, where, lanes, leaves)
	}
	return b.String()
}

func (s *Streams) perSender(e *StreamEntity) string {
	if e.Owners < 0 && s.startsOnce(e) {
		return ", once in a run"
	}
	if e.Owners < 0 {
		return " and sender"
	}
	return ""
}

func (s *Streams) startsOnce(e *StreamEntity) bool { return s.doing(e, "starts E I") != "-" }

// doing lists the events that have one of the verbs for an entity.
func (s *Streams) doing(e *StreamEntity, forms ...string) string {
	var list []string
	for _, l := range s.Lines {
		for _, v := range l.Order {
			for _, form := range forms {
				if v.Form == form && v.Args[0] == e.Name {
					list = append(list, "`"+l.Event+"`")
				}
			}
		}
	}
	if list == nil {
		return "-"
	}
	return strings.Join(list, ", ")
}

func (s *Streams) shortOf(e *StreamEntity) string {
	for _, h := range s.Shorts {
		if h.Start.Entity() == e.Name {
			return "`" + h.Chunk.Event + "`"
		}
	}
	return "-"
}

func verbList(list []*StreamVerb) string {
	var texts []string
	for _, v := range list {
		texts = append(texts, strings.ReplaceAll(v.String(), "|", `\|`))
	}
	return strings.Join(texts, "; ")
}
