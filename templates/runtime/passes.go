package runtime

// begin points the reader at a document.
func (r *reader) begin(d *Decoder, data []byte) {
	r.data, r.text = data, data
	r.strict, r.keep, r.nulls, r.onUnknown = d.Strict, d.Keep && !d.Strict, d.AllowNull && !d.Strict, d.OnUnknown
	if d.OnMissing != nil && !d.Strict {
		r.supplier = &supplier{ask: d.OnMissing}
	}
	r.space()
}

// pass reports whether the document has to be read: once, and again if an object has a key twice, or lacks a
// property that OnMissing supplies.
func (r *reader) pass() bool {
	r.passes++
	return r.passes == 1 || (r.repeated || r.lacks) && r.again()
}

// again returns to the start of the document, without the members that a later one of the same key replaces, and with
// what OnMissing has supplied.
func (r *reader) again() bool {
	if r.err != nil {
		return false
	}
	if !r.repeated {
		return r.supply()
	}
	r.restart(blankRepeated(r.text))
	return true
}

// restart returns to the start of the document and reads data.
func (r *reader) restart(data []byte) {
	*r = reader{
		data: data, passes: r.passes, text: r.text,
		strict: r.strict, keep: r.keep, nulls: r.nulls, onUnknown: r.onUnknown, supplier: r.supplier,
		arena: r.arena, strings: r.strings, recent: r.recent, slabs: r.slabs,
	}
	if r.supplier != nil {
		for _, n := range r.supplier.notes {
			r.addCounted(n)
		}
	}
	r.space()
}
