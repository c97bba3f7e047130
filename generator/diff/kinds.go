package diff

import (
	"slices"

	"github.com/aguigen/aguigen/generator/rules"
)

// The kinds of changes, but for those of rules beside a type, which package rules names. Their spelling is part of the JSON
// form.
const (
	DefinitionAdded   Kind = "definition-added"
	DefinitionRemoved Kind = "definition-removed"
	DefinitionRenamed Kind = "definition-renamed"
	DefinitionOpened  Kind = "definition-opened" // other members than the known ones are valid now
	DefinitionClosed  Kind = "definition-closed"
	DefinitionRole    Kind = "definition-role" // a part of others became an object of its own, or the reverse
	RootChanged       Kind = "root-changed"    // what a document is judged by when nothing else is said

	FieldAdded    Kind = "field-added"
	FieldRemoved  Kind = "field-removed"
	FieldRenamed  Kind = "field-renamed"
	FieldRequired Kind = "field-required" // was optional
	FieldOptional Kind = "field-optional" // was required
	FieldsMoved   Kind = "fields-moved"   // the required ones, which are a constructor's parameters
	FieldRehoused Kind = "field-rehoused" // into the Go type of a mixin, which the object embeds, or out of it

	TypeChanged     Kind = "type-changed"
	ConstantChanged Kind = "constant-changed"
	NullAllowed     Kind = "null-allowed"
	NullForbidden   Kind = "null-forbidden"
	DefaultChanged  Kind = "default-changed"

	UncheckedChanged Kind = "unchecked-changed" // a keyword that no generated code checks, which can only be compared as text
	EncodingChanged  Kind = "encoding-changed"
	ChecksChanged    Kind = "checks-changed" // of what no type says

	DeprecatedNow    Kind = "deprecated"
	DeprecatedBefore Kind = "undeprecated"

	ValueAdded   Kind = "value-added"
	ValueRemoved Kind = "value-removed"

	VariantAdded         Kind = "variant-added"
	VariantRemoved       Kind = "variant-removed"
	VariantChanged       Kind = "variant-changed"  // another definition for the same value
	VariantRetagged      Kind = "variant-retagged" // the same definition for another value
	DiscriminatorChanged Kind = "discriminator-changed"

	GoChanged Kind = "go-changed" // only the Go name or shape did

	MessageAdded      Kind = "binary-message-added"
	MessageRemoved    Kind = "binary-message-removed"
	NumberAdded       Kind = "binary-field-added"
	NumberRemoved     Kind = "binary-field-removed"
	NumberChanged     Kind = "binary-field-renumbered"
	NumberRenamed     Kind = "binary-field-renamed"
	NumberRetyped     Kind = "binary-field-retyped"
	PresenceChanged   Kind = "binary-presence-changed"
	OneofChanged      Kind = "binary-oneof-changed"
	EnumAdded         Kind = "binary-enum-added"
	EnumRemoved       Kind = "binary-enum-removed"
	EnumNumberAdded   Kind = "binary-value-added"
	EnumNumberRemoved Kind = "binary-value-removed"
	EnumNumberChanged Kind = "binary-value-renumbered"
	EnumNumberRenamed Kind = "binary-value-renamed"

	StreamLineAdded     Kind = "stream-line-added" // what the table of streams says of a new event
	StreamLineRemoved   Kind = "stream-line-removed"
	StreamOrderChanged  Kind = "stream-order-changed"  // where an event may come
	StreamLanesChanged  Kind = "stream-lanes-changed"  // which shorthands it ends
	StreamBuildsChanged Kind = "stream-builds-changed" // what it leaves in a conversation
	StreamJoinsChanged  Kind = "stream-joins-changed"  // how it is made short
	StreamEntityAdded   Kind = "stream-entity-added"   // what can be opened and closed
	StreamEntityRemoved Kind = "stream-entity-removed"
	StreamEntityChanged Kind = "stream-entity-changed" // by what it is known, or whose it is
	StreamShortAdded    Kind = "stream-shorthand-added"
	StreamShortRemoved  Kind = "stream-shorthand-removed"
	StreamShortChanged  Kind = "stream-shorthand-changed"
	StreamHeaderChanged Kind = "stream-header-changed" // where something stands that streams go by
)

// ruleOf returns the rule beside a type that a kind is about, nil for other kinds.
func ruleOf(kind Kind) rules.Rule {
	for _, r := range slices.Concat(rules.Beside(), rules.Judged()) {
		if slices.Contains(r.Changes(), string(kind)) {
			return r
		}
	}
	return nil
}

// tightened and loosened are the verdicts on a rule that came or went, which is part of a type.
func tightened(keyword string) Wire { return wireOf(rules.Compare(nil, rules.Of(keyword))) }
func loosened(keyword string) Wire  { return wireOf(rules.Compare(rules.Of(keyword), nil)) }

// wireOf is the verdict of package rules.
func wireOf(v rules.Verdict) Wire {
	return map[rules.Verdict]Wire{
		rules.Unchanged: WireUnchanged, rules.Additive: WireAdditive, rules.Narrowing: WireNarrowing, rules.Breaking: WireBreaking,
	}[v]
}
