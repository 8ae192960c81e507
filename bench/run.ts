/** `npm run bench [NAME…]`: runs the named measurements, or all, sequentially and writes RESULTS.md. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { machineFacts, momentFacts } from "./facts.ts";
import type { Outcome } from "./measure.ts";
import { isThere } from "./processes.ts";
import { print, type Section, write } from "./results.ts";

/** The limit of each measurement in seconds, without its one-time preparation. */
const measurements: Record<string, number> = {
  api: 600,
  lists: 200,
  search: 240,
  library: 210,
  login: 60,
  beacons: 90,
  segments: 150,
  memory: 240,
  ingest: 330,
  lighthouse: 420,
  taps: 420,
  controls: 330,
  player: 660,
  operate: 240,
  growth: 240,
  console: 600,
  money: 1500,
  checkout: 180,
};
/** Measurements that need no load generator. */
const unloaded = [
  "lighthouse",
  "taps",
  "controls",
  "player",
  "operate",
  "growth",
  "console",
  "money",
  "checkout",
];
/** Additional seconds for one-time preparation such as seeding. */
const PREPARING = 1200;
const results = join(import.meta.dirname, "RESULTS.md");
const names = Object.keys(measurements);

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`There is no measurement "${unknown}". There are: ${names.join(", ")}.`);
  process.exit(1);
}
const sections: Section[] = [];
for (const name of chosen.length > 0 ? names.filter((each) => chosen.includes(each)) : names) {
  console.log(`\n== ${name}`);
  const about = momentFacts();
  const section = { name, about, outcome: await outcomeOf(name) };
  sections.push(section);
  print(section);
}
await write(results, await machineFacts(), names, sections);
console.log(`\nWritten to ${results}`);
process.exit(0);

/** Runs a measurement in its own process, so that none affects another and everything that it started ends with it. */
async function outcomeOf(name: string): Promise<Outcome> {
  const without = (reason: string): Outcome => ({ rows: [], missing: [`${name}: ${reason}`], notes: [] });
  if (!unloaded.includes(name) && !(await isThere("wrk")))
    return without("wrk makes the load. Install it: sudo apt-get install wrk");
  const child = fork(join(import.meta.dirname, "one.ts"), [name]);
  const limit = (measurements[name] ?? 0) + PREPARING;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.disconnect();
  }, limit * 1000);
  let outcome: Outcome | null = null;
  child.once("message", (message) => {
    outcome = message as Outcome;
  });
  await once(child, "exit");
  clearTimeout(timer);
  if (late) return without(`it took longer than ${limit} s.`);
  return outcome ?? without("it failed; what it complained of stands above.");
}
