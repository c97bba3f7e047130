package generator

import (
	"bytes"
	"context"
	"testing"

	"github.com/aguigen/aguigen/generator/emit"
)

// The order of the keywords in a schema means nothing: only the checksum that the files carry differs.
func TestKeyOrder(t *testing.T) {
	generate := func(dir string) []emit.File {
		c := caseConfig(t, dir)
		files, err := Generate(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		proto, err := Model(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		for i := range files {
			files[i].Text = bytes.ReplaceAll(files[i].Text, []byte(proto.SHA256), nil)
		}
		return files
	}
	one, other := generate("testdata/key-order/in"), generate("testdata/key-order-shuffled/in")
	if len(one) != len(other) {
		t.Fatalf("%d files and %d", len(one), len(other))
	}
	for i := range one {
		if one[i].Path != other[i].Path || !bytes.Equal(one[i].Text, other[i].Text) {
			t.Errorf("%s differs: %s", one[i].Path, firstDifference(string(other[i].Text), string(one[i].Text)))
		}
	}
}
