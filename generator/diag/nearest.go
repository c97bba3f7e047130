package diag

import "strings"

// Nearest returns the candidate that s most likely was meant to be, "" when none is close: at most a third of the
// letters may differ, capitals and separators not counted.
func Nearest(s string, candidates []string) string {
	want := plain(s)
	best, least := "", len(want)/3+1
	for _, c := range candidates {
		if d := distance(want, plain(c)); d < least {
			best, least = c, d
		}
	}
	return best
}

func plain(s string) []rune {
	return []rune(strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(s)))
}

// distance counts the insertions, removals, replacements and swaps of neighbours that turn a into b.
func distance(a, b []rune) int {
	var before, last []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
