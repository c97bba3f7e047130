// Package linters holds a test that runs linters for switches on a program that uses the types: they have to find the case
// that it lacks.
package linters
