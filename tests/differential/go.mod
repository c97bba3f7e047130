module github.com/aguigen/aguigen/tests/differential

go 1.26

require (
	github.com/aguigen/aguigen/generated v0.0.0
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
)

require golang.org/x/text v0.14.0 // indirect

// This module is only ever built here: it judges the package beside it.
replace github.com/aguigen/aguigen/generated => ../../generated
