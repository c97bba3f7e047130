package write

import (
	"slices"
	"sort"
)

// maxEdits bounds the search within one stretch of a diff. Where more lines differ, the stretch is shown as replaced
// whole: still right, only longer, and never slow.
const maxEdits = 1000

// matches pairs the lines that both sides share: the result holds for each old line the index of its partner, or -1.
// Lines that occur once on either side are paired first, as in a patience diff, then each stretch between two of them
// is searched for the shortest edit.
func matches(old, new []string) []int {
	m := &matcher{result: make([]int, len(old))}
	for i := range m.result {
		m.result[i] = -1
	}
	ids := map[string]int{}
	m.old, m.new = number(old, ids), number(new, ids)
	i, j := 0, 0
	for _, a := range m.anchors(len(ids)) {
		m.stretch(i, a.old, j, a.new)
		m.result[a.old] = a.new
		i, j = a.old+1, a.new+1
	}
	m.stretch(i, len(old), j, len(new))
	return m.result
}

// number replaces lines by small numbers, equal for equal lines.
func number(lines []string, ids map[string]int) []int {
	out := make([]int, len(lines))
	for i, l := range lines {
		id, ok := ids[l]
		if !ok {
			id = len(ids)
			ids[l] = id
		}
		out[i] = id
	}
	return out
}

type matcher struct {
	old, new []int
	result   []int
}

type pair struct{ old, new int }

// anchors are the lines that occur once on either side, as many as keep their order on both.
func (m *matcher) anchors(ids int) []pair {
	count := make([]struct{ old, new, at int }, ids)
	for _, id := range m.old {
		count[id].old++
	}
	for j, id := range m.new {
		count[id].new++
		count[id].at = j
	}
	var unique []pair
	for i, id := range m.old {
		if count[id].old == 1 && count[id].new == 1 {
			unique = append(unique, pair{i, count[id].at})
		}
	}
	return longestRising(unique)
}

// longestRising picks the longest run of pairs, sorted by old, whose new sides rise too.
func longestRising(pairs []pair) []pair {
	var piles []int // index of the last pair of a run of each length
	before := make([]int, len(pairs))
	for i, p := range pairs {
		n := sort.Search(len(piles), func(n int) bool { return pairs[piles[n]].new > p.new })
		before[i] = -1
		if n > 0 {
			before[i] = piles[n-1]
		}
		if n == len(piles) {
			piles = append(piles, i)
		} else {
			piles[n] = i
		}
	}
	if len(piles) == 0 {
		return nil
	}
	var run []pair
	for i := piles[len(piles)-1]; i >= 0; i = before[i] {
		run = append(run, pairs[i])
	}
	slices.Reverse(run)
	return run
}

// stretch pairs the lines of old[i:iEnd] and new[j:jEnd]: equal ones at both ends first.
func (m *matcher) stretch(i, iEnd, j, jEnd int) {
	for i < iEnd && j < jEnd && m.old[i] == m.new[j] {
		m.result[i] = j
		i, j = i+1, j+1
	}
	for i < iEnd && j < jEnd && m.old[iEnd-1] == m.new[jEnd-1] {
		iEnd, jEnd = iEnd-1, jEnd-1
		m.result[iEnd] = jEnd
	}
	shortest(m.old[i:iEnd], m.new[j:jEnd], func(x, y int) { m.result[i+x] = j + y })
}

// shortest is the greedy search of Myers: reach[k] is how far x comes on the diagonal x-y = k with d edits.
func shortest(a, b []int, pairUp func(x, y int)) {
	if len(a) == 0 || len(b) == 0 {
		return
	}
	limit := min(len(a)+len(b), maxEdits)
	mid := limit + 1
	reach := make([]int, 2*limit+3)
	var trace [][]int // the part of reach that step d reads, as it was before
	for d := range limit + 1 {
		trace = append(trace, slices.Clone(reach[mid-d-1:mid+d+2]))
		for k := -d; k <= d; k += 2 {
			x := reach[mid+k-1] + 1
			if down(reach[mid+k-1], reach[mid+k+1], k, d) {
				x = reach[mid+k+1]
			}
			y := x - k
			for x < len(a) && y < len(b) && a[x] == b[y] {
				x, y = x+1, y+1
			}
			reach[mid+k] = x
			if x >= len(a) && y >= len(b) {
				retrace(trace, len(a), len(b), pairUp)
				return
			}
		}
	}
}

// down says whether the best way to diagonal k is from k+1, by an insertion.
func down(left, right, k, d int) bool { return k == -d || k != d && left < right }

func retrace(trace [][]int, x, y int, pairUp func(x, y int)) {
	for d := len(trace) - 1; d >= 0; d-- {
		k := x - y
		at := func(k int) int { return trace[d][k+d+1] }
		from := k - 1
		if down(at(k-1), at(k+1), k, d) {
			from = k + 1
		}
		fromX := at(from)
		fromY := fromX - from
		for x > fromX && y > fromY && x > 0 && y > 0 {
			x, y = x-1, y-1
			pairUp(x, y)
		}
		x, y = fromX, fromY
	}
}
