module github.com/aguigen/aguigen/tests/differential

go 1.26.0

require (
	github.com/aguigen/aguigen v0.0.0
	github.com/aguigen/aguigen/generated v0.0.0
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
)

require golang.org/x/text v0.44.0 // indirect

// This module is only ever built here: it judges the package beside it, on the documents beside it.
replace (
	github.com/aguigen/aguigen => ../..
	github.com/aguigen/aguigen/generated => ../../generated
)
