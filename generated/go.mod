module github.com/aguigen/aguigen/generated

go 1.26
