package name

import (
	"go/token"
	"go/types"
	"slices"
)

// imported are the packages whose names a parameter would hide.
var imported = []string{
	"base64", "bytes", "cmp", "errors", "fmt", "io", "iter", "json", "maps", "math", "regexp", "slices", "sort", "strconv",
	"strings", "unicode", "utf16", "utf8",
}

// taken reports whether a parameter or local variable of that name would not compile, or would hide something
// that the code around it needs.
func taken(id string) bool {
	return token.IsKeyword(id) || types.Universe.Lookup(id) != nil || slices.Contains(imported, id)
}
