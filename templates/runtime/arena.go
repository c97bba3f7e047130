package runtime

import "unsafe"

// Arena is memory that documents share which are read one after another, so that most of them need no allocation: values
// of one type lie in slabs, their strings in chunks, and a string that was read before is not copied again. The zero
// value is ready. It serves one goroutine, and what is read with it belongs to the caller, like everything that is
// decoded.
//
// A value that is kept keeps alive what it shares memory with: a slab of at most 64 values of its type, and a chunk of at
// most 16 KiB that holds the strings of all of them. A document of more than 2 KiB shares nothing.
type Arena struct {
	free    []byte   // a chunk: what is used of it is its length
	strings []string // a slab of optional strings
	recent  recent
	slabs   slabs
	chunk   int // the size of the last one
}

const (
	mostShared    = 2 << 10  // bytes of a document that shares memory
	firstChunk    = 1 << 10  // bytes; the next ones double
	largestChunk  = 16 << 10 // bytes
	mostInSlab    = 64       // values
	recentStrings = 32       // a power of two
	mostRecent    = 256      // bytes of a string that is looked for
)

// lend lends the arena's memory to the reader of a document. What lies in one slab has its strings in one chunk, so
// both begin anew when the chunk is used up.
func (a *Arena) lend(r *reader) {
	if len(r.data) > mostShared {
		return
	}
	if need := len(r.data) + 2*word; need > cap(a.free)-len(a.free) {
		a.chunk = max(min(2*a.chunk, largestChunk), firstChunk)
		a.free = make([]byte, 0, max(a.chunk, need))
		a.strings = nil
		clear(a.recent[:])
		for _, s := range a.slabs {
			if s != nil {
				s.renew()
			}
		}
	}
	r.recent, r.slabs, r.arena, r.strings = &a.recent, &a.slabs, a.free, a.strings
}

// back takes the memory back.
func (a *Arena) back(r *reader) {
	if r.recent != nil {
		a.free, a.strings = r.arena, r.strings
	}
}

// recent is strings that were read lately, each in its place. One that has repeated is not replaced at once.
type recent [recentStrings]struct {
	text     string
	repeated bool
}

// recall returns a string that was read lately, or keeps b as one.
func (a *recent) recall(r *reader, b []byte) string {
	n := len(b)
	if n == 0 {
		return ""
	}
	s := &a[(n+int(b[n-1])*5+int(b[n>>1])*3)%recentStrings]
	if string(b) == s.text {
		s.repeated = true
		return s.text
	}
	own := text(r.hold(b))
	if s.repeated || n > mostRecent {
		s.repeated = false
	} else {
		s.text = own
	}
	return own
}

// slabs has a slab for each variant of the union that documents are of.
type slabs []interface{ renew() }

// slab is room for values of one type.
type slab[T any] struct {
	free []T
	size int
}

func (s *slab[T]) renew() { s.free = nil }

func (s *slab[T]) take() *T {
	if len(s.free) == 0 {
		s.size = min(max(1, 2*s.size), mostInSlab)
		s.free = make([]T, s.size)
	}
	v := &s.free[0]
	s.free = s.free[1:]
	return v
}

// newOf returns a value for the variant i of the union that documents are of: from a slab where they share memory.
func newOf[T any](r *reader, i int) *T {
	if r.slabs == nil {
		return new(T)
	}
	return fromSlab[T](r.slabs, i)
}

func fromSlab[T any](a *slabs, i int) *T {
	for i >= len(*a) {
		*a = append(*a, nil)
	}
	s, ok := (*a)[i].(*slab[T])
	if !ok {
		s = &slab[T]{}
		(*a)[i] = s
	}
	return s.take()
}

// newString returns the address of an optional string, several of which share an allocation.
func (r *reader) newString(s string) *string {
	free := r.strings
	if len(free) == cap(free) {
		free = make([]string, 0, min(2*cap(free)+2, 64))
	}
	free = append(free, s)
	r.strings = free
	return &free[len(free)-1]
}

// newInt returns the address of an optional integer, which lies in the arena: it holds no pointers either.
func (r *reader) newInt(n int64) *int64 {
	r.room(2 * word)
	free := r.arena[len(r.arena):cap(r.arena)]
	gap := int(-uintptr(unsafe.Pointer(unsafe.SliceData(free))) % word)
	r.arena = r.arena[:len(r.arena)+gap+word]
	p := (*int64)(unsafe.Pointer(&free[gap : gap+word][0]))
	*p = n
	return p
}
