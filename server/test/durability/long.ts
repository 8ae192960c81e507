import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readPostmaster } from "#platform/db/postmaster";
import { makeDataDir } from "#test/data-dir";
import { check, nothingAcknowledged, type Program, startProgram } from "./run.ts";

/**
 * Kills the app forty times at random moments, some of them during its start, and its PostgreSQL three times:
 *
 *     node test/durability/long.ts [SEED]
 *
 * The same seed gives the same moments. Exits with 1 when an acknowledged write was lost or a partial one was found.
 */
const KILLS = 40;
const POSTMASTER_KILLS = 3;
const WRITERS = 8;

const seed = Number(process.argv[2] ?? 20_261_120);
const random = sequence(seed);
const folder = makeDataDir();
const dataDir = folder.path;
const recorded = nothingAcknowledged();
const results = { passed: 0, failed: 0 };
const readyTimes: number[] = [];

console.log(`Seed ${seed}, ${WRITERS} writers, ${dataDir}`);
for (let kill = 1; kill <= KILLS; kill++) {
  const before = recorded.count;
  const program = startProgram(dataDir, WRITERS, recorded);
  const whileStarting = kill % 5 === 0;
  if (!whileStarting) readyTimes.push(await program.ready);
  await pause(random() * (whileStarting ? 300 : 400));
  await program.end("SIGKILL");
  await judge(`kill ${kill}${whileStarting ? " while starting" : ""}`, recorded.count - before);
}

const program = startProgram(dataDir, WRITERS, recorded);
await program.ready;
for (let kill = 1; kill <= POSTMASTER_KILLS; kill++) await killPostmaster(program, kill);
await program.end("SIGTERM");
await judge("stop in order", 0);

readyTimes.sort((a, b) => a - b);
const median = Math.round(readyTimes[Math.floor(readyTimes.length / 2)] ?? 0);
console.log(
  `Start to ready, first one apart: median ${median} ms, worst ${Math.round(readyTimes.at(-2) ?? 0)} ms`,
);
await folder.remove();
console.log(`${recorded.count} acknowledged writes in all`);
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed === 0 ? 0 : 1;

async function killPostmaster(running: Program, kill: number): Promise<void> {
  await pause(random() * 300);
  const before = recorded.count;
  const pid = readPostmaster(join(dataDir, "postgres", "data"))?.pid;
  if (pid === undefined) throw new Error("PostgreSQL has left no trace of itself");
  const started = performance.now();
  process.kill(pid, "SIGKILL");
  await running.acknowledgements(500); // more than can be in flight, so it writes again
  const away = Math.round(performance.now() - started);
  await judge(
    `PostgreSQL killed beneath the app, ${kill}, 500 writes further after ${away} ms`,
    recorded.count - before,
  );
}

async function judge(what: string, acknowledged: number): Promise<void> {
  const { entries, lost, halfDone } = await check(dataDir, recorded);
  const good = lost === 0 && halfDone === 0;
  results[good ? "passed" : "failed"]++;
  const found = `${acknowledged} acknowledged, ${entries} found, ${lost} lost, ${halfDone} half done`;
  console.log(`${good ? "ok  " : "FAIL"} ${what}: ${found}`);
}

/** Returns a linear congruential generator of numbers from 0 to 1, so that a run can be repeated. */
function sequence(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
