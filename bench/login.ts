import { Agent } from "node:http";
import { openCatalogue } from "./catalogue.ts";
import { compare, interleave, median, type Outcome } from "./measure.ts";
import { startOurs } from "./processes.ts";
import { after, fetchSegments, grantKeys, makeSegments, PAUSE_MS, SEGMENT_BYTES, send } from "./watching.ts";

const ROUNDS = 5;
const FLOOD = 200;

type Figures = "p50" | "p99" | "served" | "busy" | "seconds";

/** Compares a segment without sign-ins and during 200 concurrent ones, which must not slow playback. */
export async function measure(): Promise<Outcome> {
  const catalogue = await openCatalogue("library", 300);
  const paths = await makeSegments(catalogue.env.DATA_DIR, "benchlogin");
  // No cache: each segment is read from disk by the thread pool that also hashes passwords.
  const ours = await startOurs({
    ...catalogue.env,
    GRANT_KEYS: grantKeys,
    MEDIA_CACHE_MB: "0",
  });
  const watch = (until: () => boolean) => fetchSegments(ours.port, paths, until);
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
      row("a segment during a login flood", "p50", 3),
      row("a segment during a login flood, p99", "p99", null),
    ],
    missing: [],
    notes: [
      `A segment of ${SEGMENT_BYTES / 1e6} MB from disk every ${PAUSE_MS} ms, alone (the limit) and while ${FLOOD} people sign in at once; server and database on one core.`,
      `Of the ${FLOOD}, ${middle("served")} were answered by their password, ${middle("busy")} were asked to try again, in ${middle("seconds").toFixed(1)} s.`,
    ],
  };
}

/** Signs in with one account each, so that hashing is measured and not the throttle. */
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
