import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { systemClock } from "../server/src/platform/clock.ts";
import { grantSeconds, signGrant } from "../server/src/playback/grants.ts";
import { openCatalogue } from "./catalogue.ts";
import { compare, interleave, median, type Outcome } from "./measure.ts";
import { startOurs } from "./processes.ts";

const ROUNDS = 5;
const FLOOD = 200;
const SEGMENT_BYTES = 1_000_000;
const SEGMENTS = 60;
const KEY = { id: "bench", secret: "a-secret-of-the-benchmarks-of-32-characters" };
const ASSET = "benchlogin";
/** Milliseconds between two segments of a viewer's: they fetch the next one when it is needed, not at once. */
const PAUSE_MS = 20;

type Figures = "p50" | "p99" | "served" | "busy" | "seconds";

/** A segment of an episode while nobody signs in, and while 200 people do at once: playback must not feel it. */
export async function measure(): Promise<Outcome> {
  const catalogue = await openCatalogue("library", 300);
  const folder = join(catalogue.env.DATA_DIR, "media/assets", ASSET);
  await mkdir(folder, { recursive: true });
  const files = Array.from({ length: SEGMENTS }, (_, at) => `v720-${String(at).padStart(5, "0")}.m4s`);
  for (const file of files) await writeFile(join(folder, file), randomBytes(SEGMENT_BYTES));
  // No cache: each segment is read from disk, by the threads that a hash takes too.
  const ours = await startOurs({
    ...catalogue.env,
    GRANT_KEYS: `${KEY.id}:${KEY.secret}`,
    MEDIA_CACHE_MB: "0",
  });
  const grant = signGrant([KEY], {
    episodeId: "bench",
    assetId: ASSET,
    viewer: "bench",
    expiresAt: Math.floor(systemClock.now().getTime() / 1000) + grantSeconds,
  });
  const watch = (until: () => boolean) =>
    fetchInTurn(
      ours.port,
      files.map((file) => grant + file),
      until,
    );
  await watch(after(500));
  const told = await interleave<"idle" | "flood", Figures>(ROUNDS, {
    idle: async () => ({ ...(await watch(after(1500))), served: 0, busy: 0, seconds: 0 }),
    flood: async (round) => {
      let done = false;
      const begun = performance.now();
      const flood = signInAll(ours.port, round).finally(() => {
        done = true;
      });
      const times = await watch(() => done);
      return { ...times, ...(await flood), seconds: (performance.now() - begun) / 1000 };
    },
  });
  await ours.stop();
  await catalogue.close();
  const row = (what: string, figure: "p50" | "p99", ratioAtMost: number | null) =>
    compare(
      { what, unit: "ms", goal: ratioAtMost === null ? null : { ratioAtMost }, figure },
      told.flood,
      told.idle,
    );
  const middle = (figure: Figures) => median(told.flood.map((round) => round[figure]));
  return {
    rows: [
      row("a segment beside a login flood", "p50", 3),
      row("a segment beside a login flood, p99", "p99", null),
    ],
    missing: [],
    notes: [
      `A segment of ${SEGMENT_BYTES / 1e6} MB from disk every ${PAUSE_MS} ms, alone (the limit) and while ${FLOOD} people sign in at once; server and database on one core.`,
      `Of the ${FLOOD}, ${middle("served")} were answered by their password, ${middle("busy")} were asked to try again, in ${middle("seconds").toFixed(1)} s.`,
    ],
  };
}

function after(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}

async function fetchInTurn(port: number, paths: string[], isOver: () => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let at = 0; !isOver(); at++) {
    const begun = performance.now();
    const { status, bytes } = await send(port, agent, { path: paths[at % paths.length] ?? "" });
    if (status !== 200 || bytes !== SEGMENT_BYTES)
      throw new Error(`A segment answered ${status}, ${bytes} bytes.`);
    times.push(performance.now() - begun);
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Each from an account of its own, so that what is measured is the hashing, not the throttle. */
async function signInAll(port: number, round: number): Promise<{ served: number; busy: number }> {
  const agent = new Agent({ keepAlive: false });
  const answers = await Promise.all(
    Array.from({ length: FLOOD }, (_, at) =>
      send(port, agent, {
        path: "/api/user/login",
        body: JSON.stringify({
          email: `bench-${round}-${at}-${process.pid}@example.com`,
          password: "not the right one",
        }),
      }),
    ),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  const served = count(200);
  const busy = count(429);
  if (served + busy < FLOOD)
    throw new Error("Some of those who signed in had another answer than 200 or 429.");
  return { served, busy };
}

function send(
  port: number,
  agent: Agent,
  { path, body }: { path: string; body?: string },
): Promise<{ status: number; bytes: number }> {
  return new Promise((done, fail) => {
    const sent = request(
      {
        port,
        agent,
        path,
        method: body === undefined ? "GET" : "POST",
        headers: body === undefined ? {} : { "content-type": "application/json" },
      },
      (answer) => {
        let bytes = 0;
        answer.on("data", (part: Buffer) => {
          bytes += part.length;
        });
        answer.on("end", () => done({ status: answer.statusCode ?? 0, bytes }));
        answer.on("error", fail);
      },
    );
    sent.on("error", fail);
    sent.end(body);
  });
}
