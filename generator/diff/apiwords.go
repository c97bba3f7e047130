package diff

import (
	"fmt"
	"strings"
)

// apiWords tells what a change does to the Go API. What comes, goes or is renamed with a definition goes without saying.
func apiWords(change Change) []string {
	var list []string
	for _, api := range change.API {
		switch change.Kind {
		case DefinitionAdded:
			continue
		case DefinitionRemoved, DefinitionRenamed:
			if api.Change == "added" || api.Change == "removed" && !strings.HasPrefix(api.Old, "type ") {
				continue
			}
		}
		list = append(list, api.words(change.Member == ""))
	}
	return list
}

// words tells an API difference. The field of a struct has the struct's name in front if it is full.
func (a API) words(full bool) string {
	name := a.Symbol
	if typ, union, ok := strings.Cut(name, " implements "); ok {
		if a.Change == "removed" {
			return fmt.Sprintf("*%s is no %s any more", typ, union)
		}
		return fmt.Sprintf("*%s is a variant of %s", typ, union)
	}
	if strings.HasPrefix(a.Old+a.New, "embedded ") {
		typ, embedded, _ := strings.Cut(name, ".")
		if a.Change == "removed" {
			return fmt.Sprintf("%s no longer embeds %s", typ, embedded)
		}
		return fmt.Sprintf("%s embeds %s", typ, embedded)
	}
	if strings.HasPrefix(a.Old+a.New, "field ") {
		if _, field, ok := strings.Cut(name, "."); ok && !full {
			name = field
		}
		name = "struct field " + name
	}
	trim := func(s string) string {
		return strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(s, "field "), "method func"), "func")
	}
	switch a.Change {
	case "added":
		return "new " + declaration(name, a.New, trim(a.New))
	case "removed":
		return declaration(name, a.Old, trim(a.Old)) + " removed"
	case "reordered":
		return "func " + name + parameters(a.New) + " compiles with arguments meant for " + parameters(a.Old)
	}
	if strings.HasPrefix(a.Old, "func(") && strings.HasPrefix(a.New, "func(") {
		return fmt.Sprintf("func %s%s → %s", name, parameters(a.Old), parameters(a.New))
	}
	return fmt.Sprintf("%s: %s → %s", name, trim(a.Old), trim(a.New))
}

// parameters are those of a function, in parentheses.
func parameters(fn string) string {
	fn = strings.TrimPrefix(fn, "func")
	return fn[:strings.LastIndex(fn, ")")+1]
}

// declaration is a symbol nearly as Go declares it.
func declaration(name, full, trimmed string) string {
	keyword, rest, _ := strings.Cut(full, " ")
	switch {
	case keyword == "field":
		return name + " " + trimmed
	case keyword == "const":
		return "const " + name + " " + rest
	case keyword == "type":
		return "type " + name
	case full == "implements":
		return name
	case keyword == "method":
		return "method " + name + trimmed
	}
	return "func " + name + trimmed
}
