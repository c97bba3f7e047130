package runtime

// Ptr returns a pointer to a copy of v, for an optional field: Code: Ptr("timeout").
func Ptr[T any](v T) *T { return &v }
