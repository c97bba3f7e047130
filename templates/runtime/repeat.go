package runtime

// blankRepeated returns a copy of the document in which white space replaces every member that a later one of the
// same key overrides: as in encoding/json, the last one wins. Offsets stay the same.
func blankRepeated(text []byte) []byte {
	b := blanker{data: append([]byte(nil), text...)}
	b.value(skipSpace(b.data, 0))
	return b.data
}

// blanker walks a valid document.
type blanker struct{ data []byte }

// value walks the value at i and returns its end.
func (b *blanker) value(i int) int {
	switch b.data[i] {
	case '{':
		return b.object(i)
	case '[':
		i = skipSpace(b.data, i+1)
		for b.data[i] != ']' {
			i = skipSpace(b.data, b.value(i))
			if b.data[i] == ',' {
				i = skipSpace(b.data, i+1)
			}
		}
		return i + 1
	}
	end, _ := skipValue(b.data, i, 0)
	return end
}

// object walks the object at i. A member extends to the start of the next one, including the comma, so that nothing
// remains of a blanked one.
func (b *blanker) object(i int) int {
	last := map[string]*span{}
	i = skipSpace(b.data, i+1)
	for b.data[i] != '}' {
		start := i
		end, _ := skipString(b.data, i)
		key := string(unescaped(b.data[i+1 : end-1]))
		i = skipSpace(b.data, skipSpace(b.data, end)+1)
		i = skipSpace(b.data, b.value(i))
		if b.data[i] == ',' {
			i = skipSpace(b.data, i+1)
		}
		if earlier, ok := last[string(key)]; ok {
			blank(b.data[earlier.start:earlier.end])
			earlier.start, earlier.end = start, i
			continue
		}
		last[string(key)] = &span{start, i}
	}
	return i + 1
}

// span is a part of the text: a member, or what was inserted.
type span struct{ start, end int }

// plainKey returns the text of a key, given what is between its quotes.
func plainKey(inside []byte) []byte {
	if end, _ := scanString(inside, 0); end == len(inside) {
		return inside
	}
	return unescaped(inside)
}

func blank(b []byte) {
	for i := range b {
		b[i] = ' '
	}
}
