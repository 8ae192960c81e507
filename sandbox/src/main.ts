// Simulators of external services on this machine: a mailbox that accepts every mail, and Facebook's login. They speak the
// real protocols and are independent of their clients.
//
//   node sandbox/src/main.ts [--port 3001] [--elsewhere]
//
// The mailbox's pages are at the port, SMTP at the next, Facebook at the one after; with --elsewhere a port in use is
// replaced by a free one. FACEBOOK_APPS lists the apps that Facebook knows, as id:secret separated by commas. A parent process
// with an IPC channel receives { ready } or { fault } over it, and this process ends with its parent.
import { parseArgs } from "node:util";
import { openOutside } from "./outside.ts";

process.once("disconnect", () => process.exit(0));
// Ctrl+C reaches both processes, but the parent decides when this one ends.
if (process.connected) process.on("SIGINT", () => undefined);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: "string", default: "3001" }, elsewhere: { type: "boolean", default: false } },
  });
  const { ready } = await openOutside({
    port: Number(values.port),
    elsewhere: values.elsewhere,
    apps: process.env["FACEBOOK_APPS"] ?? "",
  });
  // The parent may have ended already; then this process ends too.
  if (process.send) process.send({ ready }, (error) => error && process.exit(1));
  else console.log(`Mailbox   ${ready.mailbox}\nSMTP      ${ready.smtp}\nFacebook  ${ready.facebook}`);
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
