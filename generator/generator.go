// Package generator generates Go from a protocol version. It takes the bytes of a schema and of .proto files, and
// returns the files of the packages; it does not read or write files itself.
package generator

import (
	"context"
	"slices"

	"github.com/aguigen/aguigen/generator/diag"
	"github.com/aguigen/aguigen/generator/emit"
	"github.com/aguigen/aguigen/generator/format"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// Generate runs the stages from load to format. The caller passes the files to package write.
func Generate(ctx context.Context, c Config) ([]emit.File, error) {
	if err := CheckPackage(c.Package); err != nil {
		return nil, err
	}
	proto, names, err := named(ctx, c)
	if err != nil {
		return nil, err
	}
	printed, err := emit.All(proto, names, emit.Options{
		Package: c.Package, ImportPath: c.ImportPath, Parts: c.emitParts(), Aliases: c.Aliases, Header: c.Header,
	})
	if err != nil {
		return nil, err
	}
	files := printed.Files
	if c.NewModule {
		files = append(files, moduleFiles(c)...)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return format.All(files)
}

// Folders returns the folders that Generate may write to for a package of that name, whatever the parts.
func Folders(pkg string) []string { return emit.Folders(pkg) }

// Model runs the first two stages.
func Model(ctx context.Context, c Config) (*model.Protocol, error) {
	proto, err := whole(ctx, c)
	if err != nil {
		return nil, err
	}
	return proto, model.Subset(proto, c.Definitions)
}

// whole is the model before it is reduced to Config.Definitions.
func whole(ctx context.Context, c Config) (*model.Protocol, error) {
	doc, err := load.Schema(c.Schema.Name, c.Schema.Text, c.Unchecked...)
	if err != nil {
		return nil, err
	}
	proto, err := model.BuildWith(doc, model.Options{ExactNumbers: c.ExactNumbers})
	if err != nil {
		return proto, err
	}
	if c.Stream != nil {
		if err := stream(proto, c.Stream, c.Retired); err != nil {
			return proto, err
		}
	}
	if c.Wire == nil {
		return proto, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return proto, pair(proto, c.Wire)
}

// stream adds the tables of streams and of retired shapes.
func stream(proto *model.Protocol, table, retired *Source) error {
	read, err := load.ReadStreamMap(table.Name, table.Text)
	if err != nil {
		return err
	}
	if err := model.Stream(proto, read); err != nil || retired == nil {
		return err
	}
	old, err := load.ReadRetiredMap(retired.Name, retired.Text)
	if err != nil {
		return err
	}
	return model.Retire(proto, old)
}

// pair adds the messages that carry the protocol.
func pair(proto *model.Protocol, w *Wire) error {
	messages, err := load.CompileProtos(w.Protos, w.Name)
	if err != nil {
		return err
	}
	var ledger *load.Ledger
	if w.Ledger != nil {
		if ledger, err = load.ReadLedger(w.Ledger.Name, w.Ledger.Text); err != nil {
			return err
		}
	}
	var table *load.WireMap
	if w.Table != nil {
		if table, err = load.ReadWireMap(w.Table.Name, w.Table.Text); err != nil {
			return err
		}
	}
	return model.Pair(proto, messages, ledger, table)
}

// Names runs the stages up to name.
func Names(ctx context.Context, c Config) (*name.Table, error) {
	_, names, err := named(ctx, c)
	return names, err
}

// named returns the model and its names. Errors in the user's settings for definitions and for names are reported
// together.
func named(ctx context.Context, c Config) (*model.Protocol, *name.Table, error) {
	proto, err := whole(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	problems := diag.Of(model.Subset(proto, c.Definitions))
	names, err := name.Assign(proto, c.Names, emit.Declared)
	return proto, names, append(problems, diag.Of(err)...).Err()
}

func (c Config) emitParts() emit.Parts {
	has := func(part string) bool { return slices.Contains(c.Parts, part) }
	return emit.Parts{JSON: has(JSON), Validate: has(Validate), Proto: has(Proto), Stream: has(Stream), HTTP: has(HTTP)}
}
