package runtime

// Ptr returns a pointer to v, for members that may be absent: Ptr(false) is present and false.
func Ptr[T any](v T) *T { return &v }
