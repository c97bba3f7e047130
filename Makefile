# make help lists the targets. The tools are pinned in tools/go.mod and need nothing installed but Go.

GO       ?= go
TOOL      = $(GO) tool -modfile=$(CURDIR)/tools/go.mod
MODULES   = . generated $(filter-out tests/peer,$(patsubst %/go.mod,%,$(sort $(wildcard examples/*/go.mod tests/*/go.mod))))
# a number of inputs, or a time: go test may fail when a short time ends inside an input
FUZZTIME ?= 3000x
TESTFLAGS ?=

# each runs a command in every module.
define each
@set -e; for m in $(MODULES); do echo "$$m: $(1)"; (cd $$m && $(1)); done
endef

.DEFAULT_GOAL := help
.PHONY: help generate check test race update golden lint proto ports peer fuzz bench release all

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 12

generate: ## write the published packages below generated/
	$(GO) generate ./cmd/aguigen

check: ## compare generated/ with what generate would write
	$(GO) run ./cmd/aguigen check --out generated

test: ## run the tests of all modules, and execute the documents
	$(call each,$(GO) test $(TESTFLAGS) ./...)
	@echo "covered:"; $(GO) test -count=1 -v -run '^TestCoverage$$' ./tests/corpus | sed -n 's/.*_test\.go:[0-9]*: /  /p'

race: ## test streams and HTTP with the race detector; takes a C compiler
	CGO_ENABLED=1 $(GO) test -race -count=1 ./templates/stream ./templates/http
	cd generated && CGO_ENABLED=1 $(GO) test -race -count=1 ./aguistream ./aguihttp

update: ## follow an official schema: make update SPEC=FILE [VERSION=x.y]
	@$(GO) run ./schema/internal/update "$(SPEC)" $(VERSION)

golden: ## rewrite the golden folders; read the diff before you commit it
	$(GO) test ./generator -run "TestGolden|TestRun" -update

lint: ## gofmt, go vet, staticcheck, and linters for comments and receivers
	@files=$$(gofmt -l .); if [ -n "$$files" ]; then echo "run gofmt -w on:"; echo "$$files"; exit 1; fi
	$(call each,$(GO) vet ./...)
	$(TOOL) staticcheck $$($(GO) list ./... | grep -v templates/)
	$(TOOL) staticcheck -checks inherit,-U1000 ./templates/... # the emitted code uses what looks unused here
	$(GO) test -count=1 -run '^TestLint$$' ./generator -lint # what the golden cases make
	@set -e; bin=$$(mktemp -d); trap 'rm -r "$$bin"' EXIT; \
	(cd tools && $(GO) build -o $$bin honnef.co/go/tools/cmd/staticcheck github.com/Abirdcfly/dupword/cmd/dupword \
		github.com/godoc-lint/godoc-lint/cmd/godoclint ./recvcheck); \
	for m in $(MODULES); do echo "$$m: godoclint, dupword, recvcheck"; \
		(cd $$m && $$bin/godoclint ./... && $$bin/dupword -test=false -ignore frames ./... && $$bin/recvcheck ./...); done; \
	for m in $(filter-out .,$(MODULES)); do echo "$$m: staticcheck"; (cd $$m && $$bin/staticcheck ./...); done

proto: ## lint the .proto files, compare each version with the one before, and our messages with those of buf
	@set -e; buf="$(TOOL) buf"; config=$(CURDIR)/buf.yaml; before=; \
	for v in $$($(GO) run ./cmd/aguigen schema list | sed 's/ .*//'); do \
		echo "schema/$$v/proto"; \
		cd $(CURDIR)/schema/$$v/proto; \
		$$buf lint --config $$config; \
		if [ -n "$$before" ]; then \
			(cd ../../$$before/proto && $$buf build --config $$config -o -#format=binpb) | \
				$$buf breaking --config $$config --against -#format=binpb; \
		fi; \
		before=$$v; \
	done
	$(GO) test -count=1 -run 'TestMessagesEqualBuf|TestCopiesLiveInOneProgram' ./generator/emit/wire

ports: ## vet for other machines, and test generated/ with 32 bits, big-endian and with the oldest Go; takes qemu-user
	@.ci/ports $(MODULES)

peer: ## let the reference packages, run by Node and in Chromium, talk to ours; takes npm and, for the chat page, chromium
	cd tests/peer && npm ci --silent --no-audit --no-fund && $(GO) vet ./... && $(GO) test -count=1 $(TESTFLAGS) ./...

fuzz: ## run every fuzz target for FUZZTIME
	@set -e; for m in $(MODULES); do (cd $$m; list=$$($(GO) test -list '^Fuzz' ./...); \
		echo "$$list" | awk '/^Fuzz/ {f[++n] = $$1} /^ok/ {for (i = 1; i <= n; i++) print $$2, f[i]; n = 0}' | \
		while read -r package target; do \
			echo "$$package $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 1s $$package; \
		done); done

bench: ## run the benchmarks of the published packages
	cd generated && $(GO) test -run '^$$' -bench . -benchmem ./...

release: ## ask whether the tree can be released: make release VERSION=vX.Y.Z
	@.ci/release "$(VERSION)"

all: check lint proto test fuzz ## what must pass before a push
