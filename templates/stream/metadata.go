package stream

// MergeMetadata returns the keys of both maps. If both have a key, the value of from wins, even if it is null.
// MergeMetadata modifies neither map, but may return one of them.
func MergeMetadata(into, from xMeta) xMeta {
	switch {
	case len(from) == 0 && into != nil:
		return into
	case into == nil:
		return from
	}
	out := make(xMeta, len(into)+len(from))
	for k, v := range into {
		out[k] = v
	}
	for k, v := range from {
		out[k] = v
	}
	return out
}
