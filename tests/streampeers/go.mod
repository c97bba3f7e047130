module github.com/aguigen/aguigen/tests/streampeers

go 1.26.0

require (
	github.com/ag-ui-protocol/ag-ui/sdks/community/go v0.0.0-20260630145048-7479d97e25f6
	github.com/aguigen/aguigen/generated v0.0.0
	github.com/evanphx/json-patch/v5 v5.9.11
	github.com/r3labs/sse/v2 v2.10.0
	github.com/sirupsen/logrus v1.9.3
	github.com/tmaxmax/go-sse v0.12.0
)

require (
	github.com/google/uuid v1.6.0 // indirect
	golang.org/x/net v0.0.0-20191116160921-f9c825593386 // indirect
	golang.org/x/sys v0.21.0 // indirect
	gopkg.in/cenkalti/backoff.v1 v1.1.0 // indirect
)

// This module is only ever built here: it measures the package beside it.
replace github.com/aguigen/aguigen/generated => ../../generated
