module github.com/aguigen/aguigen/examples/agent

go 1.24

require github.com/aguigen/aguigen/generated v0.0.0

require google.golang.org/protobuf v1.36.12 // indirect

replace github.com/aguigen/aguigen/generated => ../../generated
