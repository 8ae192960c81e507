// A simulator of Stripe on this machine: its API, its script with the card fields, its bank with 3D Secure. No money moves.
//
//   node sandbox/src/stripe/main.ts [--port 3010] [--elsewhere] [--store FILE]
//
// The API, the script and the pages are at the port, the control plane at the next; with --elsewhere a port in use is replaced
// by a free one, and port 0 is any free one. The keys are generated at the first start and stored with all other data; without
// --store it is in memory only. A parent process with an IPC channel receives { ready } or { fault } over it, and this process
// ends with its parent.
import { parseArgs } from "node:util";
import { openStripe } from "./stripe.ts";

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
  const { ready } = await openStripe({
    port: Number(values.port),
    elsewhere: values.elsewhere,
    ...(values.store === undefined ? {} : { file: values.store }),
  });
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
