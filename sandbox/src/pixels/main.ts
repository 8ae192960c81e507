// Simulators on this machine of the pixels of Meta, TikTok and Google, and of a service that receives error reports by the
// Sentry protocol. Nothing is passed on.
//
//   node sandbox/src/pixels/main.ts [--port 3020] [--elsewhere]
//
// Scripts, events and error reports are at the port, the page that lists them at the next; with --elsewhere a port in use is
// replaced by a free one. A parent process with an IPC channel receives { ready } or { fault } over it, and this process ends
// with its parent.
import { parseArgs } from "node:util";
import { host, listen } from "../listen.ts";
import { serveControl } from "./control.ts";
import { openInbox } from "./received.ts";
import { servePixels } from "./server.ts";

process.once("disconnect", () => process.exit(0));
// Ctrl+C reaches both processes, but the parent decides when this one ends.
if (process.connected) process.on("SIGINT", () => undefined);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: "string", default: "3020" }, elsewhere: { type: "boolean", default: false } },
  });
  const first = Number(values.port);
  const inbox = openInbox();
  const door = await listen(servePixels(inbox), first, values.elsewhere);
  const control = await listen(serveControl(inbox), first && first + 1, values.elsewhere);
  const pixels = `http://${host}:${door}`;
  const ready = { pixels, errors: pixels, control: `http://${host}:${control}` };
  // The parent may have ended already; then this process ends too.
  if (process.send) process.send({ ready }, (error) => error && process.exit(1));
  else console.log(`Pixels and error reports  ${pixels}\nWhat came                 ${ready.control}`);
}

try {
  await main();
} catch (error) {
  const fault = error instanceof Error ? error.message : String(error);
  if (process.send) process.send({ fault }, () => process.exit(1));
  else {
    console.error(fault);
    process.exit(1);
  }
}
