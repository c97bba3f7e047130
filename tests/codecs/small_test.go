//go:build 386 || arm

package codecs

var with64Bits []codec
