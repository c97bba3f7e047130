package wire

import (
	"fmt"
	"strings"

	"github.com/aguigen/aguigen/generator/model"
)

const variantText = `
// $LOCALVariant returns the index of a variant of $ID in its row, and its address.
func $LOCALVariant(v any) (place int, e unsafe.Pointer) {
	switch v := v.(type) {
$CASES	case *$UNKNOWN:
		if v != nil {
			return unknownPlace, unsafe.Pointer(&v.Discriminator)
		}
	}
	return noPlace, nil
}
`

// variants prints the functions that tell which variant a value of a union is. Which one has which place is the order of
// the rows: that of the arms, or that of the union.
func (w *codec) variants() {
	for _, e := range w.entries {
		u, ok := e.definition.(*model.Union)
		if !ok {
			continue
		}
		var cases strings.Builder
		for i, v := range w.places(u) {
			fmt.Fprintf(&cases, "\tcase *%s:\n\t\treturn %d, unsafe.Pointer(v)\n", w.types+"."+w.n.Type(v.Object), i)
		}
		w.text("variants", u, variantText, "$LOCAL", w.n.Local(u), "$ID", w.n.Type(u), "$CASES", cases.String(), "$UNKNOWN", w.types+"."+w.n.Unknown(u))
	}
}

// places are the variants of a union in the order of the rows.
func (w *codec) places(u *model.Union) []*model.Variant {
	for _, m := range w.wire.Messages {
		if m.Definition != u || m.Shape != model.OneofShape {
			continue
		}
		var list []*model.Variant
		for _, a := range m.Arms {
			list = append(list, a.Variant)
		}
		return list
	}
	return u.Variants
}
