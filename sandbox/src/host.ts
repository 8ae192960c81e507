// Any number of the simulators in one process, for tests: loading one takes longer than most of them use it.
//
//   node sandbox/src/host.ts
//
// A parent process receives { port } over its IPC channel, and this process ends with its parent. Every connection to the port
// is a simulator: its first line is { file, args, env } in JSON, with the program that it stands in for, and the answer is what
// that program reports, { ready } or { fault }. It ends with the connection. Each has data of its own, in memory.
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { listen } from "./listen.ts";

/** What a connection uses of a simulator. */
interface Simulator {
  ready: object;
  close(): void;
}

/** What a connection asks for. */
interface Wanted {
  port: number;
  elsewhere: boolean;
  env: Record<string, string>;
}

// Each is loaded when it is first asked for.
const openers: Record<string, (wanted: Wanted) => Promise<Simulator>> = {
  async "main.ts"({ port, elsewhere, env }) {
    const { openOutside } = await import("./outside.ts");
    return openOutside({ port, elsewhere, apps: env["FACEBOOK_APPS"] ?? "" });
  },
  async "stripe/main.ts"({ port, elsewhere }) {
    const { openStripe } = await import("./stripe/stripe.ts");
    return openStripe({ port, elsewhere });
  },
  async "paypal/main.ts"({ port, elsewhere }) {
    const { openPayPal } = await import("./paypal/paypal.ts");
    const { close, ...ready } = await openPayPal({ port, elsewhere });
    return { ready, close };
  },
};

process.once("disconnect", () => process.exit(0));

const server = createServer({ allowHalfOpen: true }, (socket) => {
  const ended = new Promise((resolve) => socket.once("close", resolve).once("end", resolve));
  socket.on("error", () => undefined);
  createInterface(socket).once("line", (line) => void serveOne(socket, line, ended));
});
const port = await listen(server, 0, false);
if (process.send) process.send({ port }, (error) => error && process.exit(1));
else console.log(`Simulators at port ${port}`);

async function serveOne(socket: Socket, line: string, ended: Promise<unknown>): Promise<void> {
  try {
    const simulator = await open(line);
    socket.write(`${JSON.stringify({ ready: simulator.ready })}\n`);
    await ended;
    simulator.close();
    socket.end();
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    socket.end(`${JSON.stringify({ fault })}\n`);
  }
}

async function open(line: string): Promise<Simulator> {
  const { file, args, env } = JSON.parse(line) as { file: string; args: string[]; env: Wanted["env"] };
  const opener = openers[file];
  if (!opener) throw new Error(`There is no simulator ${file}.`);
  const { values } = parseArgs({
    args,
    options: { port: { type: "string", default: "0" }, elsewhere: { type: "boolean", default: false } },
  });
  return opener({ port: Number(values.port), elsewhere: values.elsewhere, env });
}
