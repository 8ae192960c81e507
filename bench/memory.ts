import { setTimeout as pause } from "node:timers/promises";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { load } from "./load.ts";
import { compare, interleave, type Outcome, type Row } from "./measure.ts";
import { memoryOf, type Running, startLimit, startOurs } from "./processes.ts";

const STARTS = 5;
const IDLE_MS = 3_000;
const SOAK_SECONDS = 60;
const MB = 2 ** 20;
const PATHS = [
  "/",
  "/api/homepage",
  "/api/tag",
  "/api/homepage/query?sort=newest",
  "/api/homepage/query?keyword=the",
];

/** Measures how soon a process answers, and its memory when idle, under load and after a minute of load. */
export async function measure(): Promise<Outcome> {
  const catalogue = await openCatalogue();
  const demo = await openCatalogue("demo-only", 0);
  const rows = [...(await starts(catalogue, demo)), ...(await loaded(catalogue))];
  await Promise.all([catalogue.close(), demo.close()]);
  const notes = [
    "A web process on a running, migrated database, started as by npm start; resident memory without PostgreSQL. The limit is a bare node:http server.",
    "Started at 100,000 series against the demo catalogue; memory idle with the demo catalogue.",
    `The soak: ${SOAK_SECONDS} s of pages, lists and searches, after a warm-up of half that; the slope of resident memory.`,
  ];
  return { rows, missing: [], notes };
}

async function starts(catalogue: Catalogue, demo: Catalogue): Promise<Row[]> {
  const idle = async (running: Running, ms: number) => {
    await pause(IDLE_MS);
    const memory = await memoryOf(running);
    await running.stop();
    return { ms, memory };
  };
  const ours = async ({ env }: Catalogue) => {
    const running = await startOurs(env, { core: null });
    return idle(running, running.firstAnswerMs);
  };
  const result = await interleave<"ours" | "demo" | "bare", "ms" | "memory">(STARTS, {
    ours: () => ours(catalogue),
    demo: () => ours(demo),
    bare: async () => {
      const begun = performance.now();
      const bare = await startLimit("prebuilt", {}, { core: null });
      return idle(bare, performance.now() - begun);
    },
  });
  const first = { unit: "ms", figure: "ms" } as const;
  const memory = { unit: "MB", figure: "memory", scale: 1 / MB } as const;
  return [
    compare({ ...first, what: "process to first answer", goal: { atMost: 500 } }, result.ours, result.bare),
    compare(
      { ...first, what: "process to first answer, limit with the demo", goal: { ratioAtMost: 1.1 } },
      result.ours,
      result.demo,
    ),
    compare({ ...memory, what: "memory, idle", goal: { atMost: 105 } }, result.demo, result.bare),
    compare(
      { ...memory, what: "memory, idle, ratio", goal: { ratioAtMost: 1.75 } },
      result.demo,
      result.bare,
    ),
  ];
}

async function loaded({ env }: Catalogue): Promise<Row[]> {
  const ours = await startOurs({ ...env, MEDIA_CACHE_MB: "0" });
  const bare = await startLimit("prebuilt", await bodies(ours.port));
  const ask = (port: number, seconds: number) => load({ port, paths: PATHS, connections: 32, seconds });
  await ask(bare.port, 10);
  await ask(ours.port, SOAK_SECONDS / 2);
  const soak = ask(ours.port, SOAK_SECONDS);
  const samples: [seconds: number, bytes: number][] = [];
  for (let second = 0; second < SOAK_SECONDS; second++) {
    samples.push([second, await memoryOf(ours)]);
    await pause(1_000);
  }
  await soak;
  const after = { ours: await memoryOf(ours), bare: await memoryOf(bare) };
  await Promise.all([ours.stop(), bare.stop()]);
  return [
    {
      what: "memory, loaded",
      unit: "MB",
      ours: after.ours / MB,
      limit: after.bare / MB,
      ratio: after.ours / after.bare,
      goal: { ratioAtMost: 2.5 },
    },
    {
      what: "growth in the soak",
      unit: "MB/min",
      ours: (slope(samples) * 60) / MB,
      limit: null,
      ratio: null,
      goal: { atMost: 1 },
    },
  ];
}

async function bodies(port: number) {
  const entries = PATHS.map(async (path) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    const body = Buffer.from(await answer.arrayBuffer()).toString("base64");
    return [path, { headers: { "content-type": answer.headers.get("content-type") ?? "" }, body }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns the slope of the least-squares line through the points. */
function slope(points: readonly [number, number][]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const up = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return up / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
