// `npm run stack`: an installation of many machines on this one, to look at and to break.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./bootstrap/paths.mjs";
import type { Engine } from "./engine.ts";
import { membersOf, ownerPath, STACK_PORTS, type Stack, startStack } from "./stack/start-stack.ts";

const { values } = parseArgs({ options: { port: { type: "string", default: "3800" } } });
const port = Number(values.port);
if (!Number.isInteger(port) || port < 1024 || port + STACK_PORTS > 32_768) {
  console.error(
    `--port is "${values.port}"; give the first of ${STACK_PORTS} free ports, from 1024 to ${32_768 - STACK_PORTS}.`,
  );
  process.exit(1);
}

const say = (line: string) => console.log(line);
let isOver = false;
let stack: Stack | undefined;
for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const)
  process.on(signal, () => {
    // While it still starts, the engines and processes end with this one.
    if (isOver || !stack) process.exit(1);
    isOver = true;
    void stack.stop().then(() => process.exit(0));
  });

const started = await startStack({ port, say }).catch((error: Error) => ({ missing: error.message }));
if ("missing" in started) {
  console.error(started.missing.replace(/^SKIP /, "Packages are missing for "));
  process.exit(1);
}
stack = started;
console.log(`\n${describe(started).join("\n")}\n`);

function describe(running: Stack): string[] {
  const { origin, nodes, worker, engines, mailbox, gateways, folder } = running;
  const owner = ownerPath(running);
  const rows: [label: string, lines: string[]][] = [
    ["Open", [`${origin}   (through the edge)`]],
    ["Sign in", membersOf(running).map(({ email, password }) => `${email.padEnd(28)}${password}`)],
    ["Console", owner ? [`${origin}${owner}   (the owner's first sign-in)`] : []],
    ["Mail", [mailbox]],
    ["Pay", [`${gateways.stripe}   (cards)`, `${gateways.paypal}   (PayPal)`]],
    ["Logs", [...nodes, worker].map(({ log }) => log)],
    ["Data", [folder]],
    [
      "Kill",
      [
        ...[...nodes, worker].map(({ name, pid }) => `kill -9 ${pid()}   (${name}; it is started again)`),
        `${commandOf(engines.patroni, "failover")}   (the primary)`,
        `${commandOf(engines.s3, "kill")}   (the bucket; revive brings it back)`,
      ],
    ],
    [
      "Look",
      [
        commandOf(engines.patroni, "status"),
        commandOf(engines.pgbouncer, "show"),
        commandOf(engines.edge, "status"),
      ],
    ],
    ["Stop", ["Ctrl+C"]],
  ];
  return rows.flatMap(([label, lines]) =>
    lines.map((text, at) => `  ${(at === 0 ? label : "").padEnd(9)}${text}`),
  );
}

/** Returns how a person runs a command of an engine. */
function commandOf({ name, env }: Engine, command: string): string {
  const given = Object.entries(env).map(([key, value]) => `${key}=${value}`);
  return `${given.join(" ")} ${join(root, "tools/engines", name)} ${command}`;
}
