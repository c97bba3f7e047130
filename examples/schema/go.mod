module github.com/aguigen/aguigen/examples/schema

go 1.24

require (
	github.com/aguigen/aguigen/generated v0.1.0
	github.com/invopop/jsonschema v0.14.0
)

require (
	github.com/bahlo/generic-list-go v0.2.0 // indirect
	github.com/buger/jsonparser v1.1.2 // indirect
	github.com/pb33f/ordered-map/v2 v2.3.1 // indirect
	go.yaml.in/yaml/v4 v4.0.0-rc.2 // indirect
)

