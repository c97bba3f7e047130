# make help lists the targets. The tools are pinned in tools/go.mod and need nothing installed but Go.

GO       ?= go
TOOL      = $(GO) tool -modfile=$(CURDIR)/tools/go.mod
MODULES   = . generated
FUZZTIME ?= 5s
TESTFLAGS ?=

# each runs a command in every module.
define each
@set -e; for m in $(MODULES); do echo "$$m: $(1)"; (cd $$m && $(1)); done
endef

.DEFAULT_GOAL := help
.PHONY: help generate check test golden lint proto fuzz bench all

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 12

generate: ## write the published packages below generated/
	$(GO) generate ./cmd/aguigen

check: ## compare generated/ with what generate would write
	$(GO) run ./cmd/aguigen check --out generated

test: ## run the tests of both modules
	$(call each,$(GO) test $(TESTFLAGS) ./...)

golden: ## rewrite the golden folders; read the diff before you commit it
	$(GO) test ./generator -run TestGolden -update

lint: ## gofmt, go vet and staticcheck
	@files=$$(gofmt -l .); if [ -n "$$files" ]; then echo "run gofmt -w on:"; echo "$$files"; exit 1; fi
	$(call each,$(GO) vet ./...)
	$(call each,$(TOOL) staticcheck ./...)

proto: ## lint the .proto files and compare each version with the one before
	@set -e; config=$(CURDIR)/buf.yaml; before=; \
	for v in $$($(GO) run ./cmd/aguigen schema list | sed 's/ .*//'); do \
		echo "schema/$$v/proto"; \
		(cd schema/$$v/proto && $(TOOL) buf lint --config $$config); \
		if [ -n "$$before" ]; then \
			(cd schema/$$v/proto && $(TOOL) buf breaking --config $$config --against $(CURDIR)/schema/$$before/proto --against-config $$config); \
		fi; \
		before=$$v; \
	done

fuzz: ## run every fuzz target for FUZZTIME
	@set -e; for m in $(MODULES); do (cd $$m; list=$$($(GO) test -list '^Fuzz' ./...); \
		echo "$$list" | awk '/^Fuzz/ {f[++n] = $$1} /^ok/ {for (i = 1; i <= n; i++) print $$2, f[i]; n = 0}' | \
		while read -r package target; do \
			echo "$$package $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1s $$package; \
		done); done

bench: ## run the benchmarks of the published packages
	cd generated && $(GO) test -run '^$$' -bench . -benchmem ./...

all: check lint test fuzz ## what must pass before a push
