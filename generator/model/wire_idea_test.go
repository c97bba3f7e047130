package model

import (
	"strings"
	"testing"
)

// zoo is a small protocol with one of every shape.
func zoo() wireFiles {
	return wireFiles{
		"schema.json": wrap(`
"Arrival": {"oneOf": [{"$ref": "#/$defs/Birth"}, {"$ref": "#/$defs/Gift"}]},
"Kind": {"type": "string", "enum": ["zoo-birth", "zoo-gift"]},
"Common": {"type": "object", "properties": {"kind": {"$ref": "#/$defs/Kind"}, "at": {"type": "integer"}}, "required": ["kind"]},
"Birth": {"type": "object", "allOf": [{"$ref": "#/$defs/Common"}], "unevaluatedProperties": false, "properties": {
  "kind": {"const": "zoo-birth"}, "young": {"type": "array", "items": {"$ref": "#/$defs/Animal"}}, "end": {"$ref": "#/$defs/End"},
  "weight": {"type": "number"}}, "required": ["kind", "young"]},
"Gift": {"type": "object", "allOf": [{"$ref": "#/$defs/Common"}], "unevaluatedProperties": false, "properties": {
  "kind": {"const": "zoo-gift"}, "note": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/Food"}}]},
  "papers": {"type": "object", "additionalProperties": true}, "extra": {}, "size": {"$ref": "#/$defs/Size"},
  "secret": {"type": "string"}, "paid": {"type": "boolean"}}, "required": ["kind", "note", "size"]},
"End": {"oneOf": [{"$ref": "#/$defs/Well"}, {"$ref": "#/$defs/Ill"}]},
"Well": {"type": "object", "properties": {"state": {"const": "well"}, "names": {"type": "array", "items": {"type": "string"}}},
  "required": ["state"]},
"Ill": {"type": "object", "properties": {"state": {"const": "ill"}, "names": {"type": "array", "items": {"type": "string"}},
  "cause": {"$ref": "#/$defs/Food"}}, "required": ["state"]},
"Animal": {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Fish"}]},
"Cat": {"type": "object", "properties": {"is": {"const": "cat"}, "name": {"type": "string"}, "fur": {"type": "string"}},
  "required": ["is", "name", "fur"]},
"Fish": {"type": "object", "properties": {"is": {"const": "fish"}, "name": {"type": "string"}, "fur": {"type": "boolean"}},
  "required": ["is", "name"]},
"Food": {"oneOf": [{"$ref": "#/$defs/Hay"}, {"$ref": "#/$defs/Meat"}]},
"Hay": {"type": "object", "properties": {"type": {"const": "hay"}, "data": {"type": "object", "additionalProperties": true}},
  "required": ["type"]},
"Meat": {"type": "object", "properties": {"type": {"const": "red-meat"}, "unit": {"const": "kg"}}, "required": ["type", "unit"]},
"Size": {"type": "string", "enum": ["small", "very-big"]},
"Ticket": {"type": "object", "properties": {"price": {"type": "integer"}}}`),
		"zoo.proto": `syntax = "proto3";
package zoo;
import "google/protobuf/struct.proto";
enum Kind {
  ZOO_BIRTH = 0;
  ZOO_GIFT = 1;
}
message Common {
  Kind kind = 1;
  optional int64 at = 2;
}
message Birth {
  Common common = 1;
  repeated Animal young = 2;
  string end = 3;
  repeated string names = 4;
  Food cause = 5;
  optional double weight = 6;
}
message Present {
  Common common = 1;
  optional string note = 2;
  repeated Food note_foods = 3;
  google.protobuf.Value papers = 4;
  google.protobuf.Value extra = 5;
  string size = 6;
  optional bool paid = 7;
  int64 tax = 9;
}
message Arrival {
  oneof arrival {
    Present zoo_gift = 2;
    Birth zoo_birth = 1;
  }
}
enum Species {
  CAT = 0;
  FISH = 1;
}
message Animal {
  Species is = 1;
  string name = 2;
  optional string fur = 3;
  optional bool furry = 4;
}
message Food {
  message Hay {
    google.protobuf.Struct data = 1;
  }
  message Meat {
    string unit = 1;
  }
  oneof food {
    Hay hay = 1;
    Meat red_meat = 2;
  }
}
`,
		"wire-map.txt": `frame Arrival
message Gift Present
message Hay Food.Hay
message Meat Food.Meat
nested Common common
merged Animal is
field Fish.fur furry
flat Birth.end end
split Gift.note note note_foods
value Gift.papers
no-message Tick* paper
no-field Gift.secret nobody needs it
no-member Present.tax of old
`,
		"wire-numbers.txt": `Kind.ZOO_BIRTH = 0
Kind.ZOO_GIFT = 1
Common.kind = 1
Common.at = 2
Birth.common = 1
Birth.young = 2
Birth.end = 3
Birth.names = 4
Birth.cause = 5
Birth.weight = 6
Present.common = 1
Present.note = 2
Present.note_foods = 3
Present.papers = 4
Present.extra = 5
Present.size = 6
Present.paid = 7
Present.tax = 9
Arrival.arrival.zoo_birth = 1
Arrival.arrival.zoo_gift = 2
Species.CAT = 0
Species.FISH = 1
Animal.is = 1
Animal.name = 2
Animal.fur = 3
Animal.furry = 4
Food.Hay.data = 1
Food.Meat.unit = 1
Food.food.hay = 1
Food.food.red_meat = 2
`,
	}
}

const zooDump = `package zoo
frame Arrival

message Common: object Common
  1 kind: kind, enum Kind
  2 at: at, optional int64

message Food.Hay: object Hay
  - type: implied by the arm
  1 data: data, Struct

message Food.Meat: object Meat
  - type: implied by the arm
  1 unit: unit, constant "kg"

message Food: oneof Food
  1 food.hay: Food.Hay "hay"
  2 food.red_meat: Food.Meat "red-meat"

message Animal: merged Animal
  variant "cat" Cat
    1 is: is, enum Species "cat"
    2 name: name, string
    3 fur: fur, optional string
    conflicts: furry
  variant "fish" Fish
    1 is: is, enum Species "fish"
    2 name: name, string
    4 furry: fur, optional bool
    conflicts: fur

message Birth: object Birth
  1 common: members of Common
    1 kind: kind, enum Kind "zoo-birth"
    2 at: at, optional int64
  2 young: young, list of message Animal
  3 end: end.state, string
  4 names: names of end "well" "ill", list of string
  5 cause: cause of end "ill", message Food
  6 weight: weight, optional double

message Present: object Gift
  1 common: members of Common
    1 kind: kind, enum Kind "zoo-gift"
    2 at: at, optional int64
  2 note: note if it is a string, optional string
  3 note_foods: note if it is a list, list of message Food
  4 papers: papers, object as Value
  5 extra: extra, Value
  6 size: size, enum as string
  7 paid: paid, optional bool

message Arrival: oneof Arrival
  1 arrival.zoo_birth: Birth "zoo-birth"
  2 arrival.zoo_gift: Present "zoo-gift"

enum Kind
  0 ZOO_BIRTH: "zoo-birth"
  1 ZOO_GIFT: "zoo-gift"

enum Species
  0 CAT: "cat"
  1 FISH: "fish"

no-message Tick*: paper
no-field Gift.secret: nobody needs it
no-member Present.tax: of old
`

func TestEveryShape(t *testing.T) {
	p, err := zoo().pair(t)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Wire.Dump(); got != zooDump {
		t.Errorf("got\n%s\nwant\n%s", got, zooDump)
	}
}

// TestPairingMistakes makes one mistake in the zoo at a time. "want" are all findings, a line each, or their beginnings.
func TestPairingMistakes(t *testing.T) {
	for _, c := range pairingMistakes {
		t.Run(c.name, func(t *testing.T) {
			files := zoo()
			for i := 0; i < len(c.edit); i += 3 {
				files.edit(t, c.edit[i], c.edit[i+1], c.edit[i+2])
			}
			p, err := files.pair(t)
			if err == nil || p.Wire != nil {
				t.Fatal("no error")
			}
			got, want := strings.Split(err.Error(), "\n"), strings.Split(c.want, "\n")
			for i := range max(len(got), len(want)) {
				if i >= len(got) || i >= len(want) || !strings.HasPrefix(got[i], want[i]) {
					t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), c.want)
				}
			}
		})
	}
}

var pairingMistakes = []struct {
	name string
	edit []string // file, old text, new text
	want string
}{
	{"no presence", []string{"zoo.proto", "optional int64 at", "int64 at"}, `proto/zoo.proto:10:3: field Common.at has no presence, but at is optional in the schema (s.json:5:85): wr`},
	{"presence too much", []string{"zoo.proto", "string size", "optional string size"}, `proto/zoo.proto:26:3: field Present.size is optional, but the schema requires size (s.json:11:84): remove`},
	{"merged without presence", []string{"zoo.proto", "optional bool furry", "bool furry"}, `proto/zoo.proto:44:3: field Animal.furry has no presence, but Cat has no such member: write "optional" be
proto/zoo.proto:44:3: field Animal.furry has no presence, but fur is optional in the schema (s.json:21:10`},
	{"merged with presence", []string{"zoo.proto", "string name = 2", "optional string name = 2"}, `proto/zoo.proto:42:3: field Animal.name is optional, but the schema requires name of every variant (s.jso`},
	{"payload without presence", []string{
		"schema.json", `"cause": {"$ref": "#/$defs/Food"}`, `"cause": {"type": "string"}`, "zoo.proto", "Food cause", "string cause",
	}, `proto/zoo.proto:17:3: field Birth.cause has no presence, but it belongs to one variant of End only: write`},
	{"text without presence", []string{"zoo.proto", "optional string note", "string note"}, `proto/zoo.proto:22:3: field Present.note has no presence, so an empty string cannot be told from a list: `},
	{"number changed", []string{"zoo.proto", "paid = 7", "paid = 8"}, `proto/zoo.proto:27:3: Present.paid has number 8, but wire-numbers.txt says 7 (wire-numbers.txt:17:1):`},
	{"number reused", []string{
		"zoo.proto", "  optional bool paid = 7;\n", "", "schema.json", `, "paid": {"type": "boolean"}`, "",
		"zoo.proto", "int64 tax = 9", "reserved 9;\n  reserved \"paid\";\n  int64 toll = 7", "wire-map.txt", "Present.tax", "Present.toll",
	}, `proto/zoo.proto:29:3: Present.toll has number 7, which belongs to Present.paid (wire-numbers.txt:17:1): n
wire-numbers.txt:17:1: the .proto files have no Present.paid: if it is retired, write "reserved 7;" in Pr`},
	{"number unknown", []string{"wire-numbers.txt", "Present.paid = 7\n", ""}, `proto/zoo.proto:27:3: Present.paid with number 7 is not in wire-numbers.txt: if the number is the officia`},
	{"number twice in the ledger", []string{"wire-numbers.txt", "Food.food.hay = 1\n", "Food.food.hay = 1\nFood.old = 2\n"}, `wire-numbers.txt:30:1: the .proto files have no Food.old: if it is retired, write "reserved 2;" in Food; 
wire-numbers.txt:31:1: Food.food.red_meat has number 2, which Food.old has already (wire-numbers.txt:30:1`},
	{"retired, not reserved", []string{"wire-numbers.txt", "Present.tax = 9\n", "Present.tax = 9\nPresent.old = 8\nKind.OLD = 4\n"}, `wire-numbers.txt:19:1: the .proto files have no Present.old: if it is retired, write "reserved 8;" in Pre
wire-numbers.txt:20:1: the .proto files have no Kind.OLD: if it is retired, write "reserved 4;" in Kind; `},
	{"no message", []string{"wire-map.txt", "no-message Tick* paper\n", ""}, `s.json:28:11: #/$defs/Ticket: no message carries Ticket: add message Ticket to the .proto files, or to th`},
	{"message not there", []string{"wire-map.txt", "message Gift Present", "message Gift Cadeau"}, `proto/zoo.proto:20:1: message Present carries no definition of the schema: add the definition, or to the 
proto/zoo.proto:32:5: arm Arrival.zoo_gift has to be the message of Gift
wire-map.txt:2:1: there is no message Cadeau in the .proto files`},
	{"message for two", []string{"wire-map.txt", "message Hay Food.Hay", "message Hay Food.Meat"}, `proto/zoo.proto:47:3: message Food.Hay carries no definition of the schema: add the definition, or to the
proto/zoo.proto:51:5: field Food.Meat.unit carries no member of the schema: add the member there, or to t
proto/zoo.proto:54:5: arm Food.hay has to be the message of Hay
proto/zoo.proto:55:5: arm Food.red_meat has to be the message of Meat
s.json:24:76: #/$defs/Hay/properties/data: no field of message Food.Meat carries data: add one to the .pr
s.json:26:9: #/$defs/Meat: message Food.Meat would carry both Hay and Meat`},
	{"message for none", []string{"zoo.proto", "enum Species", "message Spare {}\nenum Species"}, `proto/zoo.proto:36:1: message Spare carries no definition of the schema: add the definition, or to the ta`},
	{"no field", []string{"wire-map.txt", "no-field Gift.secret nobody needs it\n", ""}, `s.json:12:13: #/$defs/Gift/properties/secret: no field of message Present carries secret: add one to the `},
	{"no member", []string{"wire-map.txt", "no-member Present.tax of old\n", ""}, `proto/zoo.proto:28:3: field Present.tax carries no member of the schema: add the member there, or to the `},
	{"enum value for none", []string{"zoo.proto", "FISH = 1;", "FISH = 1;\n  BIRD = 2;", "wire-numbers.txt", "Species.FISH = 1\n", "Species.FISH = 1\nSpecies.BIRD = 2\n"}, `proto/zoo.proto:39:3: Species.BIRD stands for no string of the schema: add the string, or to the table "n`},
	{"no enum value", []string{"zoo.proto", "  FISH = 1;\n", "", "wire-numbers.txt", "Species.FISH = 1\n", ""}, `proto/zoo.proto:40:3: field Animal.is of type Species cannot carry Fish.is (s.json:21:49): enum Species h`},
	{"no arm", []string{"zoo.proto", "Meat red_meat", "Meat meat", "wire-numbers.txt", "food.red_meat", "food.meat"}, `proto/zoo.proto:55:5: field Food.meat carries no member of the schema: add the member there, or to the ta
s.json:23:45: #/$defs/Food/oneOf/1: message Food has no arm red_meat for "red-meat": add it, and its numb`},
	{"arm of another", []string{"zoo.proto", "Meat red_meat", "Hay red_meat"}, `proto/zoo.proto:55:5: arm Food.red_meat has to be the message of Meat`},
	{"not a oneof", []string{"wire-map.txt", "merged Animal is\n", "", "wire-map.txt", "field Fish.fur furry\n", ""}, `proto/zoo.proto:40:1: message Animal carries the union Animal, so it has to be one oneof and nothing else
s.json:19:8: #/$defs/Cat: no message carries Cat: add message Cat to the .proto files, or to the table "m
s.json:21:9: #/$defs/Fish: no message carries Fish: add message Fish to the .proto files, or to the table`},
	{"wrong type", []string{"zoo.proto", "optional double weight", "optional string weight"}, `proto/zoo.proto:18:3: field Birth.weight of type string cannot carry Birth.weight (s.json:8:13): it takes`},
	{"list for one", []string{"zoo.proto", "repeated Animal young", "Animal young"}, `proto/zoo.proto:14:3: field Birth.young of type Animal cannot carry Birth.young (s.json:7:44): one of the`},
	{"map", []string{"zoo.proto", "repeated string names", "map<string, string> names"}, `proto/zoo.proto:16:3: field Birth.names of type Birth.NamesEntry cannot carry Well.names (s.json:14:80): `},
	{"object in a value", []string{"wire-map.txt", "value Gift.papers\n", ""}, `proto/zoo.proto:24:3: field Present.papers of type google.protobuf.Value cannot carry Gift.papers (s.json`},
	{"one way and another", []string{"wire-map.txt", "field Fish.fur furry\n", ""}, `proto/zoo.proto:43:3: field Animal.fur carries fur (s.json:19:101) in one way and fur (s.json:21:103) in 
proto/zoo.proto:43:3: field Animal.fur of type string cannot carry Fish.fur (s.json:21:103): it takes a f
proto/zoo.proto:44:3: field Animal.furry carries no member of the schema: add the member there, or to the`},
	{"two in one", []string{"wire-map.txt", "no-field Gift.secret nobody needs it", "field Gift.secret size"}, `proto/zoo.proto:26:3: field Present.size has no presence, but secret is optional in the schema (s.json:12
proto/zoo.proto:26:3: field Present.size would carry two members of Gift`},
	{"members in a oneof", []string{
		"zoo.proto", "  optional bool paid = 7;\n", "  oneof either {\n    bool paid = 7;\n  }\n",
		"wire-numbers.txt", "Present.paid", "Present.either.paid",
	}, `proto/zoo.proto:28:5: field Present.paid is in oneof either, but Gift is an object, whose members do not `},
	{"no group field", []string{"zoo.proto", "message Birth {\n  Common common", "message Birth {\n  Food common"}, `proto/zoo.proto:12:1: message Birth has no field common of message Common for the members that Birth has `},
	{"split of a string", []string{"wire-map.txt", "value Gift.papers", "split Gift.size size note\nvalue Gift.papers"}, `wire-map.txt:10:1: Gift.size is not a string or list`},
	{"split inside a mixin", []string{
		"schema.json", `"at": {"type": "integer"}}`, `"at": {"type": "integer"}, "memo": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/Food"}}]}}`,
		"zoo.proto", "optional int64 at = 2;", "optional int64 at = 2;\n  optional string memo = 3;\n  repeated Food memos = 4;",
		"wire-numbers.txt", "Common.at = 2\n", "Common.at = 2\nCommon.memo = 3\nCommon.memos = 4\n",
		"wire-map.txt", "value Gift.papers", "split Common.memo memo memos\nsplit Birth.memo memo memos\nsplit Gift.memo memo memos\nvalue Gift.papers",
	}, `wire-map.txt:11:1: Birth.memo comes from a mixin whose members travel in a message of their own, where each
wire-map.txt:12:1: Gift.memo comes from a mixin whose members travel in a message of their own, where each h`},
	{"flat of a number", []string{"wire-map.txt", "flat Birth.end end", "flat Birth.end end\nflat Birth.weight end"}, `wire-map.txt:9:1: Birth.weight does not hold a union with a discriminator`},
	{"merged by no field", []string{"wire-map.txt", "merged Animal is", "merged Animal fur"}, `wire-map.txt:6:1: message Animal has no field fur that is a plain string or enum`},
	{"frame of an object", []string{"wire-map.txt", "frame Arrival", "frame Birth"}, `wire-map.txt:1:1: message Birth is not the oneof of a union: a frame holds one of several variants`},
	{"no media type", []string{"wire-map.txt", "frame Arrival\n", "frame Arrival\nmedia-type Application/Zoo\nmedia-type a/b\nmedia-type a/c\n"}, `wire-map.txt:2:1: "Application/Zoo" is no media type: write it as in "application/x-name", in small
wire-map.txt:4:1: a stream of frames is of type a/b already`},
	{"list of numbers", []string{
		"schema.json", `"paid": {"type": "boolean"}`, `"paid": {"type": "array", "items": {"type": "boolean"}}`, "zoo.proto", "optional bool paid", "repeated bool paid",
	}, `proto/zoo.proto:27:3: field Present.paid of type repeated bool cannot carry Gift.paid (s.json:12:41): a list of numbers is packed`},
	{"entries in vain", []string{"wire-map.txt", "frame Arrival\n", "frame Arrival\nvalue Gift.nothing\nno-message Zebra none here\n"}, `wire-map.txt:2:1: "value Gift.nothing" fits nothing in the schema and the .proto files: remove it or corr
wire-map.txt:3:1: "no-message Zebra" fits nothing in the schema and the .proto files: remove it or correc`},
}
