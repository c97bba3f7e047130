//go:build !386 && !arm

package codecs

import "github.com/bytedance/sonic"

// with64Bits is what does not build for machines with 32.
var with64Bits = []codec{
	{"sonic", sonic.Marshal, sonic.Unmarshal},
	{"sonic, like the standard library", sonic.ConfigStd.Marshal, sonic.ConfigStd.Unmarshal},
}
