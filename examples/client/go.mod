module github.com/aguigen/aguigen/examples/client

go 1.24

require github.com/aguigen/aguigen/generated v0.1.0

require google.golang.org/protobuf v1.36.12 // indirect
