package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"

	"github.com/aguigen/aguigen/cmd/aguigen/internal/config"
	"github.com/aguigen/aguigen/generator"
	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/load"
)

// transport is what fetch speaks through; a test puts in one that trusts its server.
var transport = http.DefaultTransport

// fetch stores the schema that the configuration names by its address.
func (f *settings) fetch(s *streams) error {
	found, err := f.read()
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("aguigen schema fetch: there is no %s at or above this folder: run aguigen init first", config.Name)
	}
	at, _ := f.file.At(schemaFlag)
	address := f.file.Schema
	if !config.IsAddress(address) {
		if at.File == "" {
			at.File = f.file.File
		}
		return diag.List{{Pos: at, Message: "there is nothing to fetch: schema names no https address"}}
	}
	text, err := config.Fetch(s.ctx, transport, address)
	if err != nil {
		return diag.List{{Pos: at, Message: err.Error()}}
	}
	// Only schemas that aguigen can generate from are stored: a page that says "not found" is not one.
	if _, err := generator.Model(s.ctx, generator.Config{
		Schema: generator.Source{Name: address, Text: text}, Unchecked: []load.Unchecked{load.All}, // which the user may come to want
	}); err != nil {
		return err
	}
	var changed bool
	var sum string
	err = s.write(func() error {
		changed, sum, err = f.file.Store(text)
		return err
	})
	if err != nil {
		return err
	}
	if !changed {
		return say(s.out, fmt.Sprintf("%s is up to date: sha256 %s\n", f.file.Path(config.FetchedName), sum))
	}
	return s.report(fmt.Sprintf("%s stored: %d bytes, sha256 %s; commit it with %s\n", f.file.Path(config.FetchedName), len(text), sum,
		f.file.Path(config.LockName)))
}

// unwrapPath drops the path from an error that is about one.
func unwrapPath(err error) error {
	var onPath *fs.PathError
	if errors.As(err, &onPath) {
		return onPath.Err
	}
	return err
}
