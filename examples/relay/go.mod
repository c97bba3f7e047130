module github.com/aguigen/aguigen/examples/relay

go 1.24

require github.com/aguigen/aguigen/generated v0.1.0
