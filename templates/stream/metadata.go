package stream

// MergeMetadata returns what is in into with what is in from over it, key by key: the last one wins, and null is a value.
// Neither is changed, and the result may be one of them.
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
