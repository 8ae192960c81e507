import { join } from "node:path";
import { openCatalogue } from "./catalogue.ts";
import { load } from "./load.ts";
import { compare, interleave, median, type Outcome } from "./measure.ts";
import { loadCore, run, startOurs } from "./processes.ts";
import { after, fetchSegments, grantKeys, makeSegments, PAUSE_MS, SEGMENT_BYTES } from "./watching.ts";

const ROUNDS = 5;
const SECONDS = 3;
/** The flood's connections, and the pause of each between two requests: a thousand requests a second. */
const FLOOD = { connections: 100, pauseMs: 100, batch: 20 };
const CONNECTIONS = 8;

type Figures = "p50" | "p99" | "bytes" | FloodFigures;
type FloodFigures = "requests" | "refused" | "seconds";

/** Compares segments without reports and during a flood of reports, which must not slow playback. */
export async function measure(): Promise<Outcome> {
  const catalogue = await openCatalogue("library", 300);
  const { pool } = catalogue.database;
  const paths = await makeSegments(catalogue.env.DATA_DIR, "benchbeacons");
  const series = (await pool.query<{ id: string }>("select id from series limit 1")).rows[0]?.id ?? "";
  await pool.query("truncate report_count, play_figure");
  const ours = await startOurs({ ...catalogue.env, GRANT_KEYS: grantKeys, TRUST_PROXY: "127.0.0.1" });
  const watch = async () => ({ ...(await fetchSegments(ours.port, paths, after(SECONDS * 1000))), bytes: 0 });
  const fetchAll = async () => {
    const { port } = ours;
    const { p50, p99, bytes } = await load({ port, paths, connections: CONNECTIONS, seconds: SECONDS });
    return { p50, p99, bytes };
  };
  const none = { requests: 0, refused: 0, seconds: 0 };
  await fetchAll();
  const latency = await interleave<"idle" | "flood", Figures>(ROUNDS, {
    idle: async () => ({ ...(await watch()), ...none }),
    flood: () => beside(ours.port, series, watch),
  });
  const throughput = await interleave<"idle" | "flood", Figures>(ROUNDS, {
    idle: async () => ({ ...(await fetchAll()), ...none }),
    flood: () => beside(ours.port, series, fetchAll),
  });
  await ours.stop();
  const { rows } = await pool.query<{ counted: number }>(
    "select coalesce(sum(count), 0)::int as counted from report_count",
  );
  await catalogue.close();
  const row = (what: string, figure: "p50" | "p99", ratioAtMost: number | null) =>
    compare(
      { what, unit: "ms", goal: ratioAtMost === null ? null : { ratioAtMost }, figure },
      latency.flood,
      latency.idle,
    );
  const floods = [...latency.flood, ...throughput.flood];
  const sum = (figure: Figures) => floods.reduce((total, round) => total + round[figure], 0);
  const rate = median(floods.map(({ requests, seconds }) => requests / seconds));
  const events = Math.round(sum("requests") * (0.9 + FLOOD.batch / 10));
  return {
    rows: [
      row("a segment during a flood of reports", "p50", 3),
      row("a segment during a flood of reports, p99", "p99", null),
      compare(
        {
          what: "segments during a flood of reports",
          unit: "MB/s",
          scale: 1e-6,
          figure: "bytes",
          goal: null,
        },
        throughput.flood,
        throughput.idle,
      ),
    ],
    missing: [],
    notes: [
      `A segment of ${SEGMENT_BYTES / 1e6} MB every ${PAUSE_MS} ms, then ${CONNECTIONS} connections without a pause, alone (the limit) and in a flood; server and database on one core.`,
      `The flood: ${Math.round(rate)} requests a second (median), nine of ten /api/statics.png, the tenth ${FLOOD.batch} events to POST /api/reports, each from another address.`,
      `About ${events.toLocaleString("en")} events were sent, ${Number(rows[0]?.counted).toLocaleString("en")} counted; ${sum("refused").toLocaleString("en")} batches were refused with 429, over the limit of a process.`,
    ],
  };
}

/** Measures during a flood. */
async function beside<F extends Record<string, number>>(
  port: number,
  series: string,
  work: () => Promise<F>,
): Promise<F & Record<FloodFigures, number>> {
  const { connections, pauseMs, batch } = FLOOD;
  const flood = run(
    "wrk",
    [
      ...["-t", "1", "-c", String(connections), "-d", `${SECONDS + 1}s`, "-s"],
      ...[join(import.meta.dirname, "flood.lua"), `http://127.0.0.1:${port}/`, "--"],
      ...[String(pauseMs), String(batch), series],
    ],
    { core: loadCore },
  );
  await new Promise((done) => setTimeout(done, 500));
  const figures = await work();
  const told = JSON.parse((await flood).trim().split("\n").at(-1) ?? "") as Record<string, number>;
  const { requests = 0, seconds = 0, refused = 0, lost = 0 } = told;
  if (lost > 0) throw new Error(`${lost} of ${requests} requests of the flood had no answer.`);
  return { ...figures, requests, seconds, refused };
}
