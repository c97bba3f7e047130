package diff

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// item is what a reader sees of changes that are the same in several definitions.
type item struct {
	change      Change
	definitions []string
	parts       map[string][]string // the objects that the mixins among them are part of
	api         []string
}

// section is a group of items under a heading.
type section struct {
	title string
	items []*item
}

// sections orders the changes for a reader: the worst first, equal ones together.
func (r *Report) sections() []section {
	list := []section{{title: "Breaking"}, {title: "Narrowing"}, {title: "Additive"}, {title: "No effect on the wire"}}
	known := map[string]*item{}
	for _, change := range r.Changes {
		s := &list[3]
		switch {
		case change.Wire == WireBreaking || change.Go == GoBreaking:
			s = &list[0]
		case change.Wire == WireNarrowing:
			s = &list[1]
		case change.Wire == WireAdditive:
			s = &list[2]
		}
		key := fmt.Sprintf("%s\x00%s\x00%s", s.title, sentence(change, show), breaks(change))
		it := known[key]
		if it == nil {
			it = &item{change: change, parts: map[string][]string{}}
			known[key] = it
			s.items = append(s.items, it)
		}
		it.take(change)
	}
	return slices.DeleteFunc(list, func(s section) bool { return len(s.items) == 0 })
}

func (it *item) take(change Change) {
	if change.Definition != "" && !slices.Contains(it.definitions, change.Definition) {
		it.definitions = append(it.definitions, change.Definition)
	}
	if change.parts != nil {
		it.parts[change.Definition] = change.parts
	}
	for _, text := range apiWords(change) {
		if !slices.Contains(it.api, text) {
			it.api = append(it.api, text)
		}
	}
}

// where names the definitions. Of those that a mixin is part of, it returns the number.
func (it *item) where(name func(string) string) string {
	var names []string
	for _, d := range it.definitions {
		if slices.ContainsFunc(it.definitions, func(mixin string) bool { return slices.Contains(it.parts[mixin], d) }) {
			continue
		}
		covered := 0
		for _, part := range it.parts[d] {
			if slices.Contains(it.definitions, part) {
				covered++
			}
		}
		text := name(d)
		if covered > 0 {
			text += fmt.Sprintf(" (and the %s it is part of)", count(covered, "object"))
		}
		names = append(names, text)
	}
	return strings.Join(names, ", ")
}

// breaks tells what of the two a change breaks.
func breaks(c Change) string {
	switch {
	case c.Wire == WireBreaking && c.Go == GoBreaking:
		return "breaks the wire and Go"
	case c.Wire == WireBreaking:
		return "breaks the wire"
	case c.Go == GoBreaking && c.Wire != WireUnchanged:
		return "breaks Go; " + c.Wire.String() + " on the wire"
	case c.Go == GoBreaking:
		return "breaks Go"
	}
	return ""
}

var plainName = regexp.MustCompile(`^[\w.$()-]+(\[\])*$`)

// show is a name as it is, or quoted where it would not be seen for a name.
func show(name string) string {
	if plainName.MatchString(name) {
		return name
	}
	return quote(name)
}

// sentence tells a change without its definition. name writes what is called something in the schema.
func sentence(c Change, name func(string) string) string {
	m := name(c.Member)
	from, to := fmt.Sprintf("%s → %s", c.Old, c.New), func(what string) string {
		if c.Member == "" {
			return what
		}
		return what + " of " + m
	}
	switch c.Kind {
	case DefinitionAdded:
		return "new " + c.New
	case DefinitionRemoved:
		return c.Old + " removed"
	case DefinitionRenamed:
		return fmt.Sprintf("%s renamed to %s", name(c.Old), name(c.New))
	case DefinitionOpened:
		return "other properties than the known ones are allowed"
	case DefinitionClosed:
		return "other properties than the known ones are not allowed any more"
	case DefinitionRole:
		return from
	case RootChanged:
		return "a document is an instance of " + orNothing(c.New, name) + ", was " + orNothing(c.Old, name)
	case FieldsMoved:
		return "the required fields stand in another order: " + from
	case GoChanged:
		return "only the Go API changes"
	case NullAllowed:
		return strings.TrimSpace(subject(c, name) + "may be null")
	case NullForbidden:
		return strings.TrimSpace(subject(c, name) + "may not be null any more")
	case DeprecatedNow:
		return strings.TrimSpace(subject(c, name)) + " is deprecated"
	case DeprecatedBefore:
		return strings.TrimSpace(subject(c, name)) + " is not deprecated any more"
	case TypeChanged:
		return strings.TrimSpace(subject(c, name)) + ": " + from
	case DefaultChanged, EncodingChanged, ConstantChanged, ChecksChanged:
		return to(strings.TrimSuffix(string(c.Kind), "-changed")) + ": " + from
	case UncheckedChanged:
		return "a rule that the generated code does not check: " + from
	case DiscriminatorChanged:
		return "the property that tells the variants apart: " + from
	}
	if r := ruleOf(c.Kind); r != nil {
		return to(r.Label()) + ": " + from
	}
	return memberSentence(c, name, from)
}

// memberSentence is for what comes and goes inside of a definition.
func memberSentence(c Change, name func(string) string, from string) string {
	m := name(c.Member)
	switch c.Kind {
	case FieldAdded:
		requirement, typ, _ := strings.Cut(c.New, " ")
		return fmt.Sprintf("new %s field %s (%s)", requirement, m, typ)
	case FieldRemoved:
		return fmt.Sprintf("field %s removed (%s)", m, c.Old)
	case FieldRenamed:
		return fmt.Sprintf("field %s renamed to %s", name(c.Old), m)
	case FieldRequired, FieldOptional:
		return fmt.Sprintf("field %s is %s now", m, c.New)
	case FieldRehoused:
		return fmt.Sprintf("the Go field of %s: %s", m, from)
	case ValueAdded:
		return "new value " + c.New
	case ValueRemoved:
		return fmt.Sprintf("value %s removed", c.Old)
	case VariantAdded:
		return "new variant " + c.New
	case VariantRemoved:
		return fmt.Sprintf("variant %s removed", c.Old)
	case VariantChanged:
		return "variant " + from
	case VariantRetagged:
		return "variant selected by another value: " + from
	}
	return binarySentence(c, name, from)
}

func binarySentence(c Change, name func(string) string, from string) string {
	m := name(c.Member)
	switch c.Kind {
	case MessageAdded, EnumAdded:
		return "new binary " + c.New
	case MessageRemoved, EnumRemoved:
		return "binary " + c.Old + " removed"
	case NumberAdded:
		number, typ, _ := strings.Cut(c.New, ": ")
		return fmt.Sprintf("new binary field %s = %s (%s)", m, number, typ)
	case NumberRemoved:
		number, typ, _ := strings.Cut(c.Old, ": ")
		return fmt.Sprintf("binary field %s = %s removed (%s)", m, number, typ)
	case EnumNumberAdded:
		return fmt.Sprintf("new binary value %s = %s", m, c.New)
	case EnumNumberRemoved:
		return fmt.Sprintf("binary value %s = %s removed", m, c.Old)
	case NumberChanged:
		return fmt.Sprintf("number of binary field %s: %s", m, from)
	case EnumNumberChanged:
		return fmt.Sprintf("number of binary value %s: %s", m, from)
	case NumberRenamed:
		return fmt.Sprintf("binary field %s renamed to %s, with the same number", name(c.Old), m)
	case EnumNumberRenamed:
		return fmt.Sprintf("binary value %s renamed to %s, with the same number", name(c.Old), m)
	case NumberRetyped:
		return fmt.Sprintf("type of binary field %s: %s", m, from)
	case PresenceChanged:
		return fmt.Sprintf("presence of binary field %s: %s", m, from)
	case OneofChanged:
		return fmt.Sprintf("oneof of binary field %s: %s", m, from)
	}
	return streamSentence(c, from)
}

// streamWords are what changes of streams are about.
var streamWords = map[Kind]string{
	StreamLineAdded: "streams have it", StreamLineRemoved: "streams do not have it any more", StreamOrderChanged: "order",
	StreamLanesChanged: "the shorthands that it ends", StreamBuildsChanged: "what it builds", StreamJoinsChanged: "how it is joined",
	StreamEntityAdded: "can be opened and closed", StreamEntityRemoved: "cannot be opened and closed any more",
	StreamEntityChanged: "what it is known by", StreamShortAdded: "is a shorthand", StreamShortRemoved: "is no shorthand any more",
	StreamShortChanged: "what it stands for", StreamHeaderChanged: "where streams have it",
}

func streamSentence(c Change, from string) string {
	words, known := streamWords[c.Kind]
	if !known {
		panic(fmt.Sprintf("diff: no sentence for %s", c.Kind))
	}
	switch {
	case c.Old != "" && c.New != "":
		words += ": " + from
	case strings.HasSuffix(string(c.Kind), "-changed"):
		words += ": " + cmp.Or(c.Old, "nothing") + " → " + cmp.Or(c.New, "nothing")
	default:
		words += ": " + c.Old + c.New
	}
	return words + "; producers " + c.Producers + ", consumers " + c.Consumers
}

// subject is the subject of a sentence about a type: nothing where it is the definition itself.
func subject(c Change, name func(string) string) string {
	switch {
	case c.New != "" && (c.Kind == DeprecatedNow || c.Kind == DeprecatedBefore):
		return "the value " + c.New + " "
	case c.Member == "":
		return "a value "
	case strings.HasSuffix(c.Member, "[]"):
		return "an element of " + name(strings.TrimRight(c.Member, "[]")) + " "
	}
	return "field " + name(c.Member) + " "
}

func orNothing(definition string, name func(string) string) string {
	if definition == "" {
		return "nothing in particular"
	}
	return name(definition)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
