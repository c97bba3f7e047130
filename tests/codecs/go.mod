module github.com/aguigen/aguigen/tests/codecs

go 1.26.0

require (
	github.com/aguigen/aguigen v0.0.0
	github.com/aguigen/aguigen/generated v0.0.0
	github.com/bytedance/sonic v1.15.5
	github.com/goccy/go-json v0.12.0
	github.com/json-iterator/go v1.1.12
	go.mongodb.org/mongo-driver/v2 v2.10.0
	sigs.k8s.io/yaml v1.6.0
)

require (
	github.com/bytedance/gopkg v0.1.3 // indirect
	github.com/bytedance/sonic/loader v0.5.3 // indirect
	github.com/cloudwego/base64x v0.1.6 // indirect
	github.com/klauspost/cpuid/v2 v2.2.9 // indirect
	github.com/modern-go/concurrent v0.0.0-20180228061459-e0a39a4cb421 // indirect
	github.com/modern-go/reflect2 v1.0.2 // indirect
	github.com/twitchyliquid64/golang-asm v0.15.1 // indirect
	go.yaml.in/yaml/v2 v2.4.2 // indirect
	golang.org/x/arch v0.0.0-20210923205945-b76863e36670 // indirect
	golang.org/x/sys v0.22.0 // indirect
)

// This module is only ever built here: it judges the package beside it, on the documents beside it.
replace (
	github.com/aguigen/aguigen => ../..
	github.com/aguigen/aguigen/generated => ../../generated
)
