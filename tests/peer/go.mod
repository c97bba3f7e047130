module github.com/aguigen/aguigen/tests/peer

go 1.26

require github.com/aguigen/aguigen/generated v0.0.0

require google.golang.org/protobuf v1.36.12 // indirect

// This module is only ever built here: it confronts the packages beside it with the reference implementation.
replace github.com/aguigen/aguigen/generated => ../../generated
