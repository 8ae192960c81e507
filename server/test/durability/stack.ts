// Mixed work on everything that `npm run stack` starts (O39): edge, two nodes, worker, PgBouncer, Patroni and bucket.
//
//     node test/durability/stack.ts [--minutes 30] [--rate 150] [--out FILE]
//
// Is skipped without the packages of an engine.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { raisedLimits } from "#test/raised-limits";
import { type Stack, startStack } from "../../../tools/stack/start-stack.ts";
import { endWithSummary } from "../../../tools/test-summary.ts";
import { timeLimit } from "../../../tools/time-limit.ts";
import { control } from "../../src/sandbox-gateways.ts";
import { ask } from "./failover/client.ts";
import { openJournal } from "./failover/journal.ts";
import { type LoadOptions, startLoad } from "./failover/load.ts";
import { openOwn } from "./failover/site.ts";
import { verify } from "./failover/verify.ts";
import { type Usage, watchProcesses } from "./stack/processes.ts";
import { type StackResult, writeStackResult } from "./stack/report.ts";

/** In less, memory still grows to its usual size. */
const JUDGED_MINUTES = 10;
const SLOPE_MB = 1;
/** Connections come and go; what leaks grows with the minutes. */
const FILES = 10;
const SERIES = 8;
const HOME_EVERY_MS = 250;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    rate: { type: "string", default: "150" },
    out: { type: "string" },
  },
});
const minutes = Number(values.minutes);
const rate = Number(values.rate);
if (!(minutes > 0 && rate > 0)) throw new Error("--minutes and --rate are numbers above 0.");

const port = 20_000 + (process.pid % 200) * 60;
const stack = await startStack({ port, host: "127.0.0.1", env: { ...raisedLimits }, say: console.log });
if ("missing" in stack) {
  console.log(stack.missing);
  console.log("0 passed, 0 failed, 1 skipped");
} else {
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await stack.stop();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void stop().then(() => process.exit(1)));
  let failed = 1;
  try {
    const result = await soak(stack);
    failed = result.faults.length > 0 ? 1 : 0;
    const out =
      values.out ?? (minutes < JUDGED_MINUTES ? null : join(import.meta.dirname, "../../../docs/soak.md"));
    if (out) writeStackResult(out, result);
    for (const fault of result.faults.slice(0, 20)) console.log(`     ${fault}`);
    console.log(
      `${failed === 0 ? "ok  " : "FAIL"} O39: ${minutes} minutes on edge, nodes, pooler, cluster and bucket without an error`,
    );
  } catch (error) {
    console.error(error);
  } finally {
    await stop();
  }
  endWithSummary({ passed: 1 - failed, failed, skipped: 0 });
}

async function soak(running: Stack): Promise<StackResult> {
  const { origin, env, nodes, worker, gateways } = running;
  const edge = Number(new URL(origin).port);
  const journal = openJournal();
  // Each charge counts: the simulator's own limit is that of a test account.
  await control(gateways.stripe, "POST", "/pace", { most: null });
  const load = await startLoad({ ports: [edge], series: await seriesOf(edge), journal, rate });
  const watch = watchProcesses([...nodes, worker]);
  const home = watchHome(edge);
  const began = performance.now();
  for (let told = 1; performance.now() - began < minutes * 60_000; await pause(250)) {
    if (performance.now() - began < told * 60_000) continue;
    const { sent, faults, publicFaults, refusedAt } = load.counts;
    const wrong = faults.length + publicFaults.length + refusedAt.length;
    console.log(`${told} min: ${sent} requests, ${wrong} not well, ${journal.acknowledged()} writes`);
    told += 1;
  }
  await load.stop();
  const [usage, times] = await Promise.all([watch.stop(), home.stop()]);
  const { counts } = load;
  const own = await openOwn(env["DIRECT_DATABASE_URL"] ?? "");
  try {
    const charges = async (id: string) =>
      ((await control(gateways.stripe, "GET", `/money/intents/${id}`)) as { charges: number }).charges;
    const checked = await verify({ pool: own.pool, port: edge, journal, charges });
    const result = {
      minutes,
      rate,
      sent: counts.sent,
      acknowledged: journal.acknowledged(),
      paid: checked.paid,
      home: times,
      usage,
      faults: [
        ...counts.faults.map((fault) => `a write: ${fault}`),
        ...counts.publicFaults.map((fault) => `a public page: ${fault}`),
        ...(counts.refusedAt.length === 0 ? [] : [`${counts.refusedAt.length} answers of 503`]),
        ...checked.faults,
        ...(minutes < JUDGED_MINUTES ? [] : usage.flatMap(judgeUsage)),
      ],
    };
    console.log(
      [
        `${counts.sent} requests (${Math.round(counts.sent / (minutes * 60))} a second), ${result.acknowledged} writes acknowledged, ${result.paid} orders paid`,
        `home through the edge: p50 ${times.p50.toFixed(0)} ms, p99 ${times.p99.toFixed(0)} ms`,
        ...usage.map(
          ({ name, megabytes, slope, files }) =>
            `${name}: ${megabytes.toFixed(0)} MB, ${slope.toFixed(2)} MB a minute, ${files.map((count) => count.toFixed(0)).join(" to ")} files`,
        ),
      ].join("\n"),
    );
    return result;
  } finally {
    await own.close();
  }
}

function judgeUsage({ name, slope, files: [first, last] }: Usage): string[] {
  return [
    ...(slope < SLOPE_MB ? [] : [`${name} grew by ${slope.toFixed(2)} MB a minute`]),
    ...(last - first < FILES ? [] : [`${name} had ${first.toFixed(0)} files open, then ${last.toFixed(0)}`]),
  ];
}

/** Returns series of the demo's catalogue, the second of which has to be bought. */
async function seriesOf(edge: number): Promise<LoadOptions["series"]> {
  type Card = { id: string; episodeCount: number; freeEpisodeCount: number };
  type List = { data: { list: Card[] } };
  const { text } = await ask({ port: edge, path: "/api/homepage/query?tag=all" });
  const { list } = (JSON.parse(text) as List).data;
  const priced = list.find((card) => card.episodeCount > card.freeEpisodeCount);
  const others = list.filter((card) => card !== priced);
  if (!priced || !others[0]) throw new Error("The catalogue has no series to buy");
  return Promise.all(
    [others[0], priced, ...others.slice(1)].slice(0, SERIES).map(async ({ id }) => {
      const answer = await ask({ port: edge, path: `/api/video/episode?seriesId=${id}` });
      return { id, episodes: (JSON.parse(answer.text) as { data: { list: { id: string }[] } }).data.list };
    }),
  );
}

/** Measures home as one more visitor, until it is stopped. */
function watchHome(edge: number) {
  const times: number[] = [];
  let isOver = false;
  const running = (async () => {
    for (; !isOver; await pause(HOME_EVERY_MS)) {
      const began = performance.now();
      const { status } = await ask({ port: edge, path: "/" });
      if (status === 200) times.push(performance.now() - began);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await running;
      const sorted = times.toSorted((a, b) => a - b);
      const part = (share: number) => sorted[Math.floor(sorted.length * share)] ?? timeLimit(30);
      return { p50: part(0.5), p99: part(0.99) };
    },
  };
}
