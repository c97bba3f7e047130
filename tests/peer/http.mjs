// The reference implementation over HTTP, both sides of it. Its first line of output is the URL of a server, which answers a
// run with the events in the run's forwardedProps, written by the official encoder:
//   {"events": [...], "cut": true}      cut: the connection is destroyed behind them
// GET returns how many clients left early. Then it reads jobs, a line each, lets the official client do them, and answers each
// with a line:
//   {"url", "accept", "steps": [{"say": text} | {"resume": payload} | {"send": forwardedProps}], "abortAfter": events}
//   → [{"messages", "state", "pending", "result", "types", "error", "runError"}], one for each step
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { HttpAgent, buildResumeArray } from "@ag-ui/client";
import { EventEncoder } from "@ag-ui/encoder";

console.warn = console.debug = console.error; // standard output is for the answers
let left = 0;

async function serve(request, response) {
  if (request.method === "GET") {
    response.end(String(left));
    return;
  }
  let body = "";
  for await (const chunk of request) body += chunk;
  const { events, cut, status, hold } = JSON.parse(body).forwardedProps;
  if (status) {
    response.writeHead(status, { "Content-Type": "text/plain" }).end("refused");
    return;
  }
  response.on("close", () => { if (!response.writableFinished && !cut) left++; });
  const encoder = new EventEncoder({ accept: request.headers.accept });
  response.writeHead(200, { "Content-Type": encoder.getContentType() });
  try {
    for (const event of events) {
      if (!response.write(encoder.encodeBinary(event))) await new Promise((done) => response.once("drain", done));
    }
  } catch (error) { // of an event that the encoder refuses
    response.destroy();
    return;
  }
  if (cut) setTimeout(() => response.destroy(), 50);
  else if (!hold) response.end();
}

// Agent asks for a format of one's choice.
class Agent extends HttpAgent {
  requestInit(input) {
    const init = super.requestInit(input);
    return { ...init, headers: { ...init.headers, Accept: this.accept } };
  }
}

async function work({ url, accept, steps, abortAfter }) {
  const agent = new Agent({ url, threadId: "thread" });
  agent.accept = accept;
  const out = [];
  let ids = 0;
  for (const { say, resume, send } of steps) {
    const saw = { types: [] };
    const parameters = { runId: `run-${++ids}`, forwardedProps: send };
    if (say !== undefined) agent.addMessage({ id: `user-${ids}`, role: "user", content: say });
    if (resume !== undefined) {
      const answers = agent.pendingInterrupts.map(({ id }) => [id, { status: "resolved", payload: resume }]);
      parameters.resume = buildResumeArray(agent.pendingInterrupts, Object.fromEntries(answers));
    }
    try {
      const { result } = await agent.runAgent(parameters, {
        onEvent: ({ event }) => { if (saw.types.push(event.type) === abortAfter) agent.abortRun(); },
        onRunErrorEvent: ({ event }) => { saw.runError = event.message; },
      });
      saw.result = result;
    } catch (error) {
      saw.error = String(error);
    }
    out.push({ ...saw, messages: structuredClone(agent.messages), state: structuredClone(agent.state), pending: structuredClone(agent.pendingInterrupts) });
  }
  return out;
}

const server = createServer(serve).listen(0, "127.0.0.1", async () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await work(JSON.parse(line))));
  }
  process.exit();
});
