// A simulator of PayPal on this machine. It speaks PayPal's own protocol and is independent of its clients.
//
//   node sandbox/src/paypal/main.ts [--port 3040] [--elsewhere] [--store FILE]
//
// The API and the buyer's pages are at the port, the control plane and its page at the next; with --elsewhere a port in use is
// replaced by a free one. Without --store the data is in memory only. A parent process with an IPC channel receives { ready }
// or { fault } over it, and this process ends with its parent.
import { parseArgs } from "node:util";
import { openPayPal } from "./paypal.ts";

process.once("disconnect", () => process.exit(0));
// Ctrl+C reaches both processes, but the parent decides when this one ends.
if (process.connected) process.on("SIGINT", () => undefined);

try {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "3040" },
      elsewhere: { type: "boolean", default: false },
      store: { type: "string" },
    },
  });
  const paypal = await openPayPal({
    port: Number(values.port),
    elsewhere: values.elsewhere,
    ...(values.store === undefined ? {} : { file: values.store }),
  });
  const { api, control, clientId, clientSecret } = paypal;
  const ready = { api, control, clientId, clientSecret };
  // The parent may have ended already; then this process ends too.
  if (process.send) process.send({ ready }, (error) => error && process.exit(1));
  else
    console.log(`PayPal    ${api}\nControl   ${control}\nClient    ${clientId}\nSecret    ${clientSecret}`);
} catch (error) {
  const fault = error instanceof Error ? error.message : String(error);
  if (process.send) process.send({ fault }, () => process.exit(1));
  else {
    console.error(fault);
    process.exit(1);
  }
}
