package main

//go:generate go run . generate --out ../../generated
