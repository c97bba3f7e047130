// Reads requests, one a line, and answers each with a line: what the reference packages make of it.
//   {"decode": "hex of a message"}  →  {"json": ...} or {"error": ...}
//   {"encode": event}               →  {"hex": "hex of a frame", "type": "content type"}
import { createInterface } from "node:readline";
import { decode, AGUI_MEDIA_TYPE } from "@ag-ui/proto";
import { EventEncoder } from "@ag-ui/encoder";

console.warn = console.error; // standard output is for the answers
const encoder = new EventEncoder({ accept: AGUI_MEDIA_TYPE });

function answer(request) {
  try {
    if (request.decode !== undefined) {
      return { json: decode(Buffer.from(request.decode, "hex")) };
    }
    return { hex: Buffer.from(encoder.encodeBinary(request.encode)).toString("hex"), type: encoder.getContentType() };
  } catch (error) {
    return { error: String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}
