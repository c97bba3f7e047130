package runtime

import "unsafe"

// Arena is memory shared by documents that are decoded one after another, so that most of them need no allocation:
// values of one type are allocated in slabs, their strings in chunks, and a repeated string is stored once. The zero
// value is ready to use. An Arena is not safe for concurrent use. Decoded values belong to the caller, as without an
// Arena.
//
// A retained value keeps alive the memory that it shares: a slab of at most 64 values of its type, and a chunk of at
// most 16 KiB with the strings of all of them. A document of more than 2 KiB shares nothing.
type Arena struct {
	free    []byte   // the current chunk; its length is the used part
	strings []string // a slab of optional strings
	recent  recent
	slabs   slabs
	chunk   int // the size of the last chunk
}

const (
	mostShared    = 2 << 10  // bytes of a document that shares memory
	firstChunk    = 1 << 10  // bytes; each further chunk is twice as large
	largestChunk  = 16 << 10 // bytes
	mostInSlab    = 64       // values
	recentStrings = 32       // a power of two
	mostRecent    = 256      // bytes of the longest string in the cache
)

// lend lends the arena's memory to the reader of a document. The values of one slab have their strings in one
// chunk, so both are replaced when the chunk is full.
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

// recent is a cache of recently read strings. A string that has repeated is not replaced at once.
type recent [recentStrings]struct {
	text     string
	repeated bool
}

// recall returns the recently read string equal to b, or stores b as one.
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

// slabs holds a slab for each variant of the documents' union.
type slabs []interface{ renew() }

// slab allocates values of one type.
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

// newOf returns a new value of the union's variant i, from a slab if documents share memory.
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

// newInt returns the address of an optional integer. It is allocated in the arena, since neither holds
// pointers.
func (r *reader) newInt(n int64) *int64 {
	r.room(2 * word)
	free := r.arena[len(r.arena):cap(r.arena)]
	gap := int(-uintptr(unsafe.Pointer(unsafe.SliceData(free))) % word)
	r.arena = r.arena[:len(r.arena)+gap+word]
	p := (*int64)(unsafe.Pointer(&free[gap : gap+word][0]))
	*p = n
	return p
}
