module github.com/aguigen/aguigen/tests/load

go 1.26

require (
	github.com/ag-ui-protocol/ag-ui/sdks/community/go v0.0.0-20260630145048-7479d97e25f6
	github.com/aguigen/aguigen/generated v0.0.0
)

require (
	github.com/google/uuid v1.6.0 // indirect
	github.com/sirupsen/logrus v1.9.3 // indirect
	golang.org/x/sys v0.0.0-20220715151400-c0bba94af5f8 // indirect
)

// This module is only ever built here: it measures the packages beside it.
replace github.com/aguigen/aguigen/generated => ../../generated
