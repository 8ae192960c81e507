import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemClock } from "#platform/clock";
import { readConfig } from "#platform/config";
import type { Database } from "#platform/db/database";
import { claimStore } from "#platform/db/media-marker";
import { openFileStore } from "#platform/store/file-store";
import { testDatabase } from "#test/database";
import { silentLog } from "#test/silent-log";
import { unaudited } from "#test/unaudited";
import { timeLimit } from "../../tools/time-limit.ts";
import { createApp } from "../src/app.ts";

const SERIES = 3_000;
/** A statement that expects to read more rows than this would read every series of a large catalogue. */
const MAX_ROWS = SERIES / 3;

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Plan Rows": number;
  Plans?: PlanNode[];
}

let database: Database;
let dataDir: string;
// Before any connection opens, because a connection may keep the method that it finds.
const query = vi.spyOn(pg.Client.prototype, "query");

beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-start-"));
  const id = "'bulk' || lpad(at::text, 16, '0')";
  await unaudited(database.pool).query(
    `insert into series (id, source_key, title, synopsis, free_episode_count, poster, cover, episode_count, play_count,
       published_at, created_at, updated_at)
     select ${id}, ${id}, jsonb_build_object('en', 'Story ' || at), jsonb_build_object('en', 'About it'), 8, '{}', '{}',
       60, at, now(), now(), now() from generate_series(1, $1::int) as at`,
    [SERIES],
  );
  await database.pool.query("insert into series_plays select id, play_count from series");
  // The first start of a release may rewrite search documents; every later one finds nothing to do.
  await start();
  await database.pool.query("delete from search_backlog");
  await database.pool.query("vacuum analyze");
}, timeLimit(120));
afterAll(async () => {
  query.mockRestore();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the app with all that `npm start` does after the migrations, and stops it. */
async function start(): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir, DEMO: "off", LOG_LEVEL: "silent" }, dataDir);
  const store = await openFileStore(dataDir);
  await claimStore(database.db, store);
  const parts = { config, log: silentLog, clock: systemClock, database, store, web: null };
  query.mockClear();
  const app = await createApp({ ...parts, role: "all" });
  await app.http.ready();
  // The start does not wait for its look at the search documents.
  await vi.waitFor(() => expect(textsSent()).toContainEqual(expect.stringContaining("search_backlog")), {
    timeout: timeLimit(10),
  });
  await app.stop(0);
}

/** Returns the statements that were sent since the last start began. */
function textsSent(): string[] {
  const texts = query.mock.calls.flatMap(([first]: unknown[]) => {
    const text = typeof first === "string" ? first : (first as { text?: string } | null)?.text;
    return text === undefined ? [] : [text.trim()];
  });
  return [...new Set(texts)];
}

/** Returns the tables that a statement expects to read more than a bounded number of rows of. */
async function scansOf(text: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `explain (format json, generic_plan) ${text}`,
  );
  const scans = (node: PlanNode): string[] => [
    ...(node["Relation Name"] && node["Plan Rows"] > MAX_ROWS
      ? [`${node["Node Type"]} of ${node["Relation Name"]}`]
      : []),
    ...(node.Plans ?? []).flatMap(scans),
  ];
  return scans(rows[0]?.["QUERY PLAN"][0].Plan ?? { "Node Type": "none", "Plan Rows": 0 });
}

test("V15: the plan of a statement tells whether it reads every series", async () => {
  const every = "select id from series where not exists (select from search_document where series_id = id)";
  expect(await scansOf(every)).toContainEqual(expect.stringContaining("of series"));
  expect(await scansOf("select title from series where id = $1")).toEqual([]);
});

test("V15: no statement of a start reads every series", async () => {
  await start();
  // Statements of the job queue read its own tables, and some of them several at once, which cannot be explained.
  const ours = textsSent().filter(
    (text) => /^(select|with|insert|update|delete)\b/i.test(text) && !/\bjobs\./.test(text),
  );
  for (const text of ours) expect(await scansOf(text), text).toEqual([]);
});
