module github.com/aguigen/aguigen/tests/docs

go 1.26

require github.com/aguigen/aguigen/generated v0.0.0

// This module is only ever built here: it judges what stands beside it.
replace github.com/aguigen/aguigen/generated => ../../generated
