package output

// File is one file of the output: a slash-separated path below the output folder and its text.
type File struct {
	Path string
	Text []byte
}
