package rules

import "fmt"

// contradiction says which two rules no value can keep, the first by its keyword; "" for none.
func contradiction(list List) (keyword, why string) {
	for _, r := range list {
		for _, other := range list {
			switch low := r.(type) {
			case limit:
				if high, ok := other.(limit); ok && low.low && !high.low && (low.value.Cmp(high.value) > 0 || low.value.Cmp(high.value) == 0 && (low.strict || high.strict)) {
					return low.Keyword(), fmt.Sprintf("the %s %s is above the %s %s", low.Keyword(), low.text, high.Keyword(), high.text)
				}
			case count:
				high, ok := other.(count)
				if ok && low.low && !high.low && low.On() == high.On() && low.n > high.n {
					return low.keyword, fmt.Sprintf("the %s %d is above the %s %d", low.keyword, low.n, high.keyword, high.n)
				}
			}
		}
	}
	return "", ""
}
