// Kills the primary of a Patroni cluster under mixed work on two nodes and a worker (O33). What clients were told is kept here, outside
// of all that is killed, and must be true afterwards.
//
//     SWITCHOVERS=1 FAILOVERS=5 RATE=200 node test/durability/failover.ts
//
// Is skipped without Patroni, etcd and HAProxy.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "#platform/db/database";
import { openStripeSimulator, type StripeSimulator } from "#test/stripe-simulator";
import { type Engine, startEngine } from "../../../tools/engine.ts";
import { endWithSummary } from "../../../tools/test-summary.ts";
import { timeLimit } from "../../../tools/time-limit.ts";
import { ask } from "./failover/client.ts";
import { startEncode } from "./failover/encode.ts";
import { type Journal, openJournal } from "./failover/journal.ts";
import { startLoad } from "./failover/load.ts";
import { openOwn, rename, type Site, startSite } from "./failover/site.ts";
import { verify } from "./failover/verify.ts";
import { startWatch, type Watch } from "./failover/watch.ts";

const FAILOVERS = Number(process.env["FAILOVERS"] ?? 1);
const SWITCHOVERS = Number(process.env["SWITCHOVERS"] ?? 0);
const RATE = Number(process.env["RATE"] ?? 100);
/** The goals, in milliseconds; TEST_PATIENCE multiplies them, so that only a quiet machine is held to them. */
const WRITABLE_MS = timeLimit(30);
const READY_MS = timeLimit(3);
const LISTENING_MS = timeLimit(5);
const LATE_MS = timeLimit(1);
/** Listening connections of two nodes and a worker. */
const LISTENERS = 3;
const BEFORE_MS = 4_000;
const AFTER_MS = 6_000;

const engine = startEngine("patroni", { SYNC: "true" });
if ("missing" in engine) {
  console.log(engine.missing);
  console.log("0 passed, 0 failed, 1 skipped");
} else {
  const results = { passed: 0, failed: 0, skipped: 0 };
  const dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-failover-"));
  const databaseUrl = engine.settings["DATABASE_URL"] ?? "";
  const end: (() => unknown)[] = [() => engine.down(), () => rm(dataDir, { recursive: true, force: true })];
  try {
    const build = join(import.meta.dirname, "../../../tools/build.ts");
    if (spawnSync(process.execPath, [build], { stdio: "inherit" }).status !== 0)
      throw new Error("The web app could not be built");
    const stand = await openStripeSimulator();
    end.unshift(() => stand.close());
    const site = await startSite(databaseUrl, dataDir, stand.settings);
    end.unshift(() => site.stop());
    const own = await openOwn(databaseUrl);
    end.unshift(() => own.close());
    const trial = { engine, site, own, stand, journal: openJournal(), databaseUrl, dataDir };
    const works = [
      ...Array.from({ length: SWITCHOVERS }, () => "switchover"),
      ...Array.from({ length: FAILOVERS }, () => "failover"),
    ];
    for (const [at, command] of works.entries()) {
      const faults = await survive(trial, command, at);
      results[faults.length === 0 ? "passed" : "failed"] += 1;
      const title = command === "failover" ? "SIGKILL of the primary" : "a planned switchover";
      console.log(`${faults.length === 0 ? "ok  " : "FAIL"} O33: ${title} loses nothing and stops no page`);
      for (const fault of faults.slice(0, 20)) console.log(`     ${fault}`);
    }
    if (process.env["DEBUG"]) console.log(site.nodes.map(({ log }) => log()).join("\n"), site.workerLog());
  } catch (error) {
    console.error(error);
    results.failed += 1;
  } finally {
    for (const each of end) await each();
  }
  endWithSummary(results);
}

interface Trial {
  engine: Engine;
  site: Site;
  own: Database;
  stand: StripeSimulator;
  journal: Journal;
  databaseUrl: string;
  dataDir: string;
}

/** Moves the primary under load. Returns what was not as it must be. */
async function survive(trial: Trial, command: string, at: number): Promise<string[]> {
  const { engine: cluster, site, own, stand, journal, databaseUrl, dataDir } = trial;
  const ports = site.nodes.map(({ port }) => port);
  const load = await startLoad({ ports, series: site.series, journal, rate: RATE });
  const watch = startWatch(ports, databaseUrl);
  const encode = await startEncode(own.pool, site.env, { folder: dataDir, tone: 300 + at * 40 });
  await pause(BEFORE_MS);
  const before = { sent: load.counts.sent, at: performance.now(), acknowledged: journal.acknowledged() };
  const moved = cluster.runAside(command);
  await lost(own);
  const lostAt = performance.now();
  const title = `${command} ${at}`;
  const writableAt = await renamed(trial, title);
  const seen = await Promise.all(ports.map((port) => seesAt(port, site.series[0]?.id ?? "", title)));
  console.log((await moved).trim());
  await pause(AFTER_MS);
  await load.stop();
  await watch.stop();
  const { counts } = load;
  const seconds = (performance.now() - before.at) / 1000;
  const charges = async (id: string) =>
    (await stand.get<{ charges: number }>(`/money/intents/${id}`)).charges;
  const [encodeFaults, checked] = await Promise.all([
    encode.result(),
    verify({ pool: own.pool, port: ports[0] ?? 0, journal, charges }),
  ]);
  const readyFaults = judgeReadiness(watch, { lostAt, writableAt });
  const back = backAt(watch);
  const gap = writableAt - lostAt;
  const late = counts.refusedAt.filter((then) => then > writableAt + LATE_MS);
  const firstRefused = counts.refusedAt[0] ?? lostAt;
  const refusedFor = Math.max(0, ...counts.refusedAt) - firstRefused;
  console.log(
    [
      `${Math.round((counts.sent - before.sent) / seconds)} requests/s during it`,
      `${journal.acknowledged()} writes acknowledged, ${journal.unknown()} unknown, ${checked.paid} orders paid`,
      `no writer for ${Math.round(gap)} ms; 503 for ${Math.round(refusedFor)} ms, ${counts.refusedAt.length} of them, ${late.length} over ${LATE_MS} ms after writable`,
      `listening after ${back === undefined ? "never" : Math.round(back - writableAt)} ms, change seen after ${seen.map((then) => Math.round(then - writableAt)).join(" and ")} ms`,
      readyFaults.told,
    ].join("\n"),
  );
  return [
    ...(gap <= WRITABLE_MS ? [] : [`no writer for ${Math.round(gap)} ms`]),
    ...counts.faults.map((fault) => `a write: ${fault}`),
    ...counts.publicFaults.map((fault) => `a public page: ${fault}`),
    ...readyFaults.faults,
    ...(back !== undefined && back - writableAt <= LISTENING_MS
      ? []
      : [`LISTEN was not back within ${LISTENING_MS} ms`]),
    ...seen
      .filter((then) => then - writableAt > LISTENING_MS)
      .map(() => `a change was not seen within ${LISTENING_MS} ms`),
    ...(late.length === 0
      ? []
      : [`${late.length} writes were refused more than ${LATE_MS} ms after writable`]),
    ...encodeFaults,
    ...checked.faults,
  ];
}

/** Returns when all connections for notifications were there again; undefined while one is missing. */
function backAt({ listening }: Watch): number | undefined {
  const last = listening.at(-1);
  return last && last.count >= LISTENERS
    ? listening.findLast((each, at) => each.count >= LISTENERS && (listening[at - 1]?.count ?? 0) < LISTENERS)
        ?.at
    : undefined;
}

/** Waits until the primary takes no writes. */
async function lost({ pool }: Database): Promise<void> {
  for (;;) {
    try {
      const began = performance.now();
      const { rows } = await Promise.race([
        pool.query<{ now: string }>("select current_setting('transaction_read_only') as now"),
        pause(500, { rows: [{ now: "on" }] }),
      ]);
      if (rows[0]?.now === "on") return;
      await pause(Math.max(0, 20 - (performance.now() - began)));
    } catch {
      return; // the connection broke
    }
  }
}

/** Renames a series as soon as the database takes it, before the nodes listen again. Returns when that was. */
async function renamed({ own, site }: Trial, title: string): Promise<number> {
  const [first] = site.series;
  if (!first) throw new Error("There is no series");
  for (;;) {
    try {
      await rename(own, first, title);
      return performance.now();
    } catch {
      await pause(20);
    }
  }
}

/** Returns when a node showed the new title of a series. */
async function seesAt(port: number, id: string, title: string): Promise<number> {
  for (const until = performance.now() + timeLimit(20); performance.now() < until; await pause(50)) {
    const { text } = await ask({ port, path: `/videos/${id}` });
    if (text.includes(title)) return performance.now();
  }
  return Number.POSITIVE_INFINITY;
}

function judgeReadiness(
  { readiness }: Watch,
  { lostAt, writableAt }: { lostAt: number; writableAt: number },
): { faults: string[]; told: string } {
  const faults: string[] = [];
  const told: string[] = [];
  const isShort = writableAt - lostAt < READY_MS;
  for (const node of new Set(readiness.map((each) => each.node))) {
    const changes = readiness.filter((each) => each.node === node);
    const off = changes.find(({ at, ready }) => !ready && at >= lostAt - 1_000)?.at;
    const on = changes.findLast(({ ready }) => ready)?.at ?? Number.POSITIVE_INFINITY;
    const isOn = changes.at(-1)?.ready === true;
    const ms = (from: number, to: number | undefined) => (to === undefined ? "never" : Math.round(to - from));
    told.push(
      `node ${node}: not ready after ${ms(lostAt, off)} ms, ready ${ms(writableAt, on)} ms after writable`,
    );
    if (!isShort && (off === undefined || off - lostAt > READY_MS))
      faults.push(`node ${node} was ready ${ms(lostAt, off)} ms without a writer`);
    if (!isOn || on - writableAt > READY_MS)
      faults.push(`node ${node} was not ready ${ms(writableAt, on)} ms after writable`);
  }
  return { faults, told: told.join("\n") };
}
