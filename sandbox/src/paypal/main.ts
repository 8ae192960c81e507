// A stand-in for PayPal on this machine. It speaks PayPal's own protocol and knows nothing of whoever uses it.
//
//   node sandbox/src/paypal/main.ts [--port 3040] [--elsewhere] [--store FILE]
//
// The API and the buyer's pages are at the port, the control plane and its page at the next; with --elsewhere a port that is
// taken is replaced by a free one. Without --store everything is forgotten at the end. A program that starts this one with an
// IPC channel is told { ready } or { fault } over it, and takes it along when it ends.
import { parseArgs } from "node:util";
import { openPayPal } from "./paypal.ts";

process.once("disconnect", () => process.exit(0));
// Ctrl+C reaches both, but whoever started this one decides when it ends.
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
  // The program that started us may have ended already; then we end, too.
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
