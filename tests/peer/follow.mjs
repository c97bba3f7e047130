// Reads lists of events, one a line, and answers each with a line: the conversation that the reference client has behind
// them, {"messages": [...], "state": ...}, with "error" where it stops before the end.
import { createInterface } from "node:readline";
import { AbstractAgent } from "@ag-ui/client";
import { from } from "rxjs";

console.warn = console.log = console.error = () => {};
const say = (value) => process.stdout.write(JSON.stringify(value) + "\n");

class Replay extends AbstractAgent {
  constructor(events) {
    super({});
    this.events = events;
  }
  run() {
    return from(this.events);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const agent = new Replay(JSON.parse(line));
  let error;
  try {
    await agent.runAgent({});
  } catch (reason) {
    error = String(reason);
  }
  say({ messages: agent.messages, state: agent.state, error });
}
