import { randomBytes } from "node:crypto";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../server/src/platform/clock.ts";
import { GRANT_SECONDS, signGrant } from "../server/src/playback/grants.ts";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { startNginx } from "./limits/nginx.ts";
import { type Answers, load } from "./load.ts";
import { compare, interleave, type Outcome, type Row } from "./measure.ts";
import { isThere, startOurs } from "./processes.ts";

const ROUNDS = 3;
const SECONDS = 2;
const CONNECTIONS = 16;
const SEGMENT_BYTES = 500_000;
/** Together they fit into the default cache. */
const SEGMENTS = 80;
const KEY = { id: "bench", secret: "a-secret-of-the-benchmarks-of-32-characters" };
const ASSET = "benchsegments";

/** Compares protected segments, each request with its grant, with nginx serving them without a check. */
export async function measure(): Promise<Outcome> {
  if (!(await isThere("nginx"))) {
    return {
      rows: [],
      missing: ["segments: nginx is the limit. Install it: sudo apt-get install nginx-light"],
      notes: [],
    };
  }
  const catalogue = await openCatalogue();
  const media = join(catalogue.env.DATA_DIR, "media");
  const files = await makeSegments(join(media, "assets", ASSET));
  const servers = await startServers(catalogue, media);
  const { nginx, cache, disk } = servers;
  const rows: Row[] = [];
  for (const [at, { what: kind, count, headers }] of KINDS.entries()) {
    const grant = signGrant([KEY], {
      episodeId: "bench",
      assetId: ASSET,
      viewer: "bench",
      expiresAt: Math.floor(systemClock.now().getTime() / 1000) + GRANT_SECONDS,
    });
    const asked = files.slice(0, count);
    const granted = asked.map((file) => grant + file);
    const ask = (port: number, paths: string[], seconds = SECONDS) =>
      load({ port, paths, connections: CONNECTIONS, seconds, headers });
    for (const { port } of [nginx, cache, disk]) await ask(port, granted, 1);
    const result = await interleave<"limit" | "accel" | "cache" | "disk", keyof Answers & string>(ROUNDS, {
      limit: () =>
        ask(
          nginx.port,
          asked.map((file) => `/plain/assets/${ASSET}/${file}`),
        ),
      accel: () => ask(nginx.port, granted),
      cache: () => ask(cache.port, granted),
      disk: () => ask(disk.port, granted),
    });
    const row = (what: string, ratioAtLeast: number) => ({
      what: what + kind,
      unit: "MB/s",
      scale: 1e-6,
      figure: "bytes" as const,
      goal: at === 0 ? { ratioAtLeast } : null,
    });
    rows.push(
      compare(row("behind nginx", 0.75), result.accel, result.limit),
      compare(row("from the cache", 0.8), result.cache, result.limit),
      compare(row("from disk", 0.45), result.disk, result.limit),
    );
  }
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  await catalogue.close();
  const notes = [
    `A segment of ${SEGMENT_BYTES / 1000} KB, ${CONNECTIONS} connections. The limit is one worker of nginx with sendfile; all servers on one core, the load on another.`,
    "nginx sends whole files fastest with tcp_nopush, which makes it slow with ranges: those rows say nothing about ours.",
  ];
  return { rows, missing: [], notes };
}

/** Kinds of requests; the goals are for the first. */
const KINDS: { what: string; count: number; headers: Record<string, string> }[] = [
  { what: "", count: 1, headers: {} },
  { what: `, ${SEGMENTS} round robin`, count: SEGMENTS, headers: {} },
  { what: ", 100 KB of it by Range", count: 1, headers: { range: "bytes=200000-299999" } },
];

async function startServers(catalogue: Catalogue, media: string) {
  const env = { ...catalogue.env, GRANT_KEYS: `${KEY.id}:${KEY.secret}` };
  const accel = await startOurs({ ...env, MEDIA_ACCEL: "/internal-media" });
  const nginx = await startNginx({ media, upstreamPort: accel.port });
  const cache = await startOurs(env);
  const disk = await startOurs({ ...env, MEDIA_CACHE_MB: "0" });
  return { nginx, accel, cache, disk };
}

async function makeSegments(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: SEGMENTS }, (_, at) => `v720-${String(at).padStart(5, "0")}.m4s`);
  for (const name of names) {
    const there = await stat(join(folder, name)).catch(() => null);
    if (there?.size !== SEGMENT_BYTES) await writeFile(join(folder, name), randomBytes(SEGMENT_BYTES));
  }
  return names;
}
