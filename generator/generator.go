// Package generator turns a protocol version into Go. The bytes of a schema and of .proto files come in, the files of
// the packages go out; nothing is read from or written to disk on the way.
package generator

import (
	"context"
	"slices"

	"github.com/aguigen/aguigen/generator/emit"
	"github.com/aguigen/aguigen/generator/format"
	"github.com/aguigen/aguigen/generator/load"
	"github.com/aguigen/aguigen/generator/model"
	"github.com/aguigen/aguigen/generator/name"
)

// Generate runs the stages from load to format. The caller hands the files to write.
func Generate(ctx context.Context, c Config) ([]emit.File, error) {
	if err := checkPackage(c.Package); err != nil {
		return nil, err
	}
	proto, err := Model(ctx, c)
	if err != nil {
		return nil, err
	}
	names, err := name.Assign(proto, c.Names)
	if err != nil {
		return nil, err
	}
	files, err := emit.All(proto, names, emit.Options{Package: c.Package, ImportPath: c.ImportPath, Parts: c.emitParts()})
	if err != nil {
		return nil, err
	}
	if c.NewModule {
		files = append(files, goMod(c))
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return format.All(files)
}

// Model runs the first two stages.
func Model(ctx context.Context, c Config) (*model.Protocol, error) {
	doc, err := load.Schema(c.Schema.Name, c.Schema.Text)
	if err != nil {
		return nil, err
	}
	proto, err := model.Build(doc)
	if err != nil || c.Wire == nil {
		return proto, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return proto, pair(proto, c.Wire)
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
	proto, err := Model(ctx, c)
	if err != nil {
		return nil, err
	}
	return name.Assign(proto, c.Names)
}

func (c Config) emitParts() emit.Parts {
	has := func(part string) bool { return slices.Contains(c.Parts, part) }
	return emit.Parts{JSON: has(JSON), Validate: has(Validate), Proto: has(Proto)}
}
