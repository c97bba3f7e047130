module github.com/aguigen/aguigen/examples/chat

go 1.24

require github.com/aguigen/aguigen/generated v0.1.0
