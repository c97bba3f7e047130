module github.com/aguigen/aguigen/tests/linters

go 1.26.0

require github.com/aguigen/aguigen/generated v0.0.0

// This module is only ever built here: it lints programs that use the package beside it.
replace github.com/aguigen/aguigen/generated => ../../generated
