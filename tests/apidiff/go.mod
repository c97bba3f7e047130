module github.com/aguigen/aguigen/tests/apidiff

go 1.26.0

require (
	github.com/aguigen/aguigen v0.0.0
	golang.org/x/exp v0.0.0-20261014143641-f0251eb4aa3e
)

require (
	github.com/bufbuild/protocompile v0.14.1 // indirect
	github.com/dave/jennifer v1.7.1 // indirect
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.25.0 // indirect
	golang.org/x/text v0.44.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
)

// This module is only ever built here: it judges the package beside it.
replace github.com/aguigen/aguigen => ../..
