// A simulator of Stripe on this machine: its API, its script with the card fields, its bank with 3D Secure. No money moves.
//
//   node sandbox/src/stripe/main.ts [--port 3010] [--elsewhere] [--store FILE]
//
// The API, the script and the pages are at the port, the control plane at the next; with --elsewhere a port in use is replaced
// by a free one, and port 0 is any free one. The keys are generated at the first start and stored with all other data; without
// --store it is in memory only. A parent process with an IPC channel receives { ready } or { fault } over it, and this process
// ends with its parent.
import { parseArgs } from "node:util";
import { host, listen } from "../listen.ts";
import { openBank } from "./bank.ts";
import { serveControl } from "./control.ts";
import { happen } from "./happen.ts";
import { openIdempotency } from "./idempotency.ts";
import { answerPage } from "./pages.ts";
import { serveApi } from "./server.ts";

process.once("disconnect", () => process.exit(0));
// Ctrl+C reaches both processes, but the parent decides when this one ends.
if (process.connected) process.on("SIGINT", () => undefined);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "3010" },
      elsewhere: { type: "boolean", default: false },
      store: { type: "string" },
    },
  });
  const first = Number(values.port);
  const bank = openBank(values.store);
  const keys = openIdempotency(bank);
  const api = await listen(
    serveApi(bank, keys, (ask) => answerPage(bank, ask)),
    first,
    values.elsewhere,
  );
  bank.origin = `http://${host}:${api}`;
  const control = await listen(serveControl(bank, keys), first && first + 1, values.elsewhere);
  setInterval(() => happen(bank), 100);
  const ready = {
    api: bank.origin,
    script: `${bank.origin}/endive/stripe.js`,
    control: `http://${host}:${control}`,
    secretKey: bank.keys.secret,
    publishableKey: bank.keys.publishable,
  };
  // The parent may have ended already; then this process ends too.
  if (process.send) process.send({ ready }, (error) => error && process.exit(1));
  else
    console.log(
      Object.entries(ready)
        .map(([name, value]) => `${name.padEnd(15)} ${value}`)
        .join("\n"),
    );
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
