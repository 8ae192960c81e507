import type { ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { unaudited } from "../server/test/unaudited.ts";
import { type Catalogue, openCatalogue } from "./catalogue.ts";
import { compare, interleave, type Outcome, type Row, WARM_UP_SECONDS } from "./measure.ts";
import { folder, loadCore, run, startLimit, startOurs } from "./processes.ts";
import { shuffled } from "./shuffle.ts";

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 32;
const SERIES = 300;
const VIEWERS = 400;

/** A guest with a session who watches an episode. */
interface Viewer {
  id: string;
  cookie: string;
  episodeId: string;
  seriesId: string;
}

/** Signed-in reads, with their goals against the limit without and behind HTTP. */
interface Kind {
  what: string;
  lines: string[];
  pool: number | null;
  http: number | null;
}

type Figures = "rate" | "p99";

/** Compares the writes and reads of watch progress with the least that a database must do for them. */
export async function measure(): Promise<Outcome> {
  const catalogue = await openCatalogue("library", SERIES);
  const viewers = await makeViewers(catalogue);
  const { DATABASE_URL: databaseUrl } = catalogue.env;
  const ours = await startOurs(catalogue.env);
  const writes = await startLimit("durable-writes", {
    databaseUrl,
    keys: viewers.map((viewer) => [viewer.id, viewer.episodeId]),
  });
  const points = await startLimit("point-reads", {
    databaseUrl,
    ids: viewers.map((viewer) => viewer.seriesId),
  });
  const rows: Row[] = [];
  const first = viewers.map(heartbeat);
  const others = await makeViewers(catalogue, "bench-new");
  await addRights(catalogue, viewers);
  const answersOf = (list: Viewer[]) => ({
    series: list.map((viewer) => read(viewer, `?id=${viewer.seriesId}`)),
    episodes: list.map((viewer) => read(viewer, `/episode?seriesId=${viewer.seriesId}`)),
  });
  const [nothing, own] = [answersOf(others), answersOf(viewers)];
  const kinds: Kind[] = [
    { what: "series, signed in, nothing of their own", lines: nothing.series, pool: 0.35, http: 0.7 },
    { what: "episodes, signed in, nothing of their own", lines: nothing.episodes, pool: 0.35, http: 0.7 },
    { what: "series, signed in, with progress and a right", lines: own.series, pool: null, http: 0.6 },
    { what: "episodes, signed in, with progress and a right", lines: own.episodes, pool: null, http: 0.6 },
  ];
  const ask = (lines: string[], port = ours.port) => load(port, lines, SECONDS);
  await warmUp(ours.port, first);
  const written = await interleave<"ours" | "pool", Figures>(ROUNDS, {
    ours: () => ask(first),
    pool: () => figuresOf(writes.child),
  });
  rows.push(
    compare(
      { what: "heartbeats", unit: "/s", goal: { ratioAtLeast: 0.35 }, figure: "rate" },
      written.ours,
      written.pool,
    ),
    compare(
      { what: "heartbeats, p99", unit: "ms", goal: { atMost: 25 }, figure: "p99" },
      written.ours,
      written.pool,
    ),
  );
  for (const { what, lines, ...goals } of kinds) {
    await warmUp(ours.port, lines);
    const told = await interleave<"ours" | "pool" | "bare", Figures>(ROUNDS, {
      ours: () => ask(lines),
      pool: () => figuresOf(points.child),
      bare: () => ask(["GET\t/\t-=-\t"], points.port),
    });
    const atLeast = (ratio: number | null) => (ratio === null ? null : { ratioAtLeast: ratio });
    rows.push(
      compare({ what, unit: "/s", goal: atLeast(goals.pool), figure: "rate" }, told.ours, told.pool),
      compare(
        {
          what: `${what}, the limit behind node:http`,
          unit: "/s",
          goal: atLeast(goals.http),
          figure: "rate",
        },
        told.ours,
        told.bare,
      ),
      compare(
        { what: `${what}, p99`, unit: "ms", goal: { ratioAtMost: 2 }, figure: "p99" },
        told.ours,
        told.bare,
      ),
    );
  }
  await Promise.all([ours.stop(), writes.stop(), points.stop()]);
  await catalogue.close();
  const notes = [
    `${CONNECTIONS} connections, ${VIEWERS} viewers with sessions. Heartbeats are POST /api/user/history over HTTP, each durable before its answer.`,
    "The limit of writes: two rows by their keys in one statement, durable, through a pool as large as ours; of reads: one row by its key. Neither speaks HTTP.",
  ];
  return { rows, missing: [], notes };
}

const heartbeat = ({ cookie, episodeId }: Viewer) =>
  `POST\t/api/user/history\tsid=${cookie}\t{"episodeId":"${episodeId}","position":%POSITION%,"duration":90}`;
const read = ({ cookie }: Viewer, rest: string) => `GET\t/api/video${rest}\tsid=${cookie}\t`;

/** Opens the series of each viewer to them; a heartbeat has given them progress there. */
async function addRights({ database: { pool } }: Catalogue, viewers: readonly Viewer[]): Promise<void> {
  const ids = viewers.map(({ id }) => id);
  await unaudited(pool).query("delete from entitlement where visitor_id = any($1::text[])", [ids]);
  await unaudited(pool).query(
    `insert into entitlement (id, visitor_id, scope, series_id, source_type, source_id, valid_from, created_at)
     select id, id, 'series', series_id, 'grant', id, $3, $3
     from unnest($1::text[], $2::text[]) as viewer (id, series_id)`,
    [ids, viewers.map(({ seriesId }) => seriesId), new Date()],
  );
}

/** Creates guests with sessions, each with an episode of the demo to watch. */
async function makeViewers({ database: { pool } }: Catalogue, name = "bench"): Promise<Viewer[]> {
  const { rows: episodes } = await pool.query<{ id: string; series_id: string }>(
    "select id, series_id from visible_episode order by id",
  );
  const at = new Date();
  const viewers = Array.from({ length: VIEWERS }, (_, number) => {
    const { id = "", series_id = "" } = episodes[number % episodes.length] ?? {};
    return {
      id: `${name}-${number}`,
      cookie: randomBytes(32).toString("base64url"),
      episodeId: id,
      seriesId: series_id,
    };
  });
  const ids = viewers.map((viewer) => viewer.id);
  await pool.query("delete from visitor where id = any($1::text[])", [ids]);
  await pool.query(
    "insert into visitor (id, kind, referrer_token, created_at) select id, 'guest', id, $2 from unnest($1::text[]) as id",
    [ids, at],
  );
  await pool.query(
    `insert into session (id, visitor_id, cookie_hash, device, created_at, last_seen_at, ends_at)
     select id, id, hash, 'Bench', $3, $3, $4 from unnest($1::text[], $2::bytea[]) as t (id, hash)`,
    [
      ids,
      viewers.map(({ cookie }) => createHash("sha256").update(cookie).digest()),
      at,
      new Date(at.getTime() + 86_400_000),
    ],
  );
  return shuffled(viewers);
}

/** Checks one answer and then warms up. A refusal is an HTTP 200, which the load generator would not notice. */
async function warmUp(port: number, lines: string[]): Promise<void> {
  const [request = ""] = lines;
  const [method = "", path = "", cookie = "", body = ""] = request.split("\t");
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { cookie, "content-type": "application/json" },
    ...(body ? { body: body.replace("%POSITION%", "1") } : {}),
  });
  const { code, message } = (await answer.json()) as { code: number; message: string };
  if (code !== 200) throw new Error(`${method} ${path} answers ${code}: ${message}`);
  await load(port, lines, WARM_UP_SECONDS);
}

async function load(port: number, lines: string[], seconds: number): Promise<Record<Figures, number>> {
  const list = join(await folder("load"), `${process.pid}-calls.txt`);
  await writeFile(list, `${lines.join("\n")}\n`);
  const output = await run(
    "wrk",
    [
      ...["-t", "1", "-c", String(CONNECTIONS), "-d", `${seconds}s`, "--timeout", "20s"],
      ...["-s", join(import.meta.dirname, "calls.lua"), `http://127.0.0.1:${port}/`, "--", list, "0"],
    ],
    { core: loadCore },
  );
  const result = JSON.parse(output.trim().split("\n").at(-1) ?? "") as Record<string, number>;
  const { requests = 0, seconds: took = 0, failed = 0, p99 = 0 } = result;
  if (failed > 0) throw new Error(`${failed} of ${requests} answers were faults.`);
  return { rate: requests / took, p99 };
}

async function figuresOf(child: ChildProcess): Promise<Record<Figures, number>> {
  child.send({ seconds: SECONDS, connections: CONNECTIONS });
  const [{ rate, p99 = Number.NaN }] = (await once(child, "message")) as [{ rate: number; p99?: number }];
  return { rate, p99 };
}
