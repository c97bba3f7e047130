module github.com/aguigen/aguigen

go 1.26
