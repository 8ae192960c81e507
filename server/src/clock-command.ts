// Moves the demo's clock, and that of its simulators, while the demo runs: `npm run clock -- +7d`.
import { join } from "node:path";
import { guardedMain, runIfStarted, say } from "#platform/command";
import { addressOf, readConfig } from "#platform/config";

const usage = `npm run clock -- +7d     move the running demo's clock a week ahead
npm run clock -- -2h     move it back; the units are s, m, h, d and w
npm run clock            show the demo's time

Renewals, reminders and the gateways' own deadlines come due as if the time had passed. It works only in the demo.`;

const seconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** The reason of a failure, as a sentence. */
class ClockError extends Error {}

/** Parses `+7d` or `-90m` to seconds; null for anything else. */
function parseOffset(text: string): number | null {
  const [, sign, number, unit = "s"] = /^([+-])(\d{1,6})([smhdw])?$/.exec(text) ?? [];
  const size = seconds[unit];
  return number === undefined || size === undefined ? null : Number(`${sign}${number}`) * size;
}

const main = guardedMain([ClockError], async (args) => {
  if (args.includes("--help") || args.includes("-h")) return say(usage);
  const advance = args.length === 0 ? 0 : parseOffset(args[0] ?? "");
  if (advance === null || args.length > 1) return say(usage, 1);
  const address = addressOf(readConfig(process.env, join(import.meta.dirname, "../..")));
  const response = await fetch(`${address}/api/test/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advance }),
  }).catch(() => {
    throw new ClockError(`Nothing answers at ${address}. Start the demo first: npm start`);
  });
  const answer = (await response.json().catch(() => null)) as { info?: { now: string } } | null;
  if (!answer?.info) throw new ClockError("This is not a demo: its clock cannot be moved.");
  return say(`The demo's time is ${answer.info.now}.`);
});
await runIfStarted(import.meta, main);
