// Package apidiff holds the verdict of aguigen diff on the Go API to that of golang.org/x/exp/apidiff. Pairs of schemas
// come in; both packages of each are generated and type-checked, and the two verdicts are compared.
package apidiff
