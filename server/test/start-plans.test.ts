import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemClock } from "#platform/clock";
import { readConfig } from "#platform/config";
import { type Database, inTransaction } from "#platform/db/database";
import { claimStore } from "#platform/db/media-marker";
import { openFileStore } from "#platform/store/file-store";
import { testDatabase } from "#test/database";
import { type Sent, sentStatements } from "#test/sent-statements";
import { silentLog } from "#test/silent-log";
import { unaudited } from "#test/unaudited";
import { timeLimit } from "../../tools/time-limit.ts";
import { createApp } from "../src/app.ts";

const SERIES = 3_000;
/** A statement that expects to read more rows than this would read every series of a large catalogue. */
const MAX_ROWS = SERIES / 3;
/** The query for work that is due asks, among other things, whether search documents wait to be written. */
const LOOK_FOR_WORK = /^select exists.*search_backlog/s;

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Plan Rows": number;
  Plans?: PlanNode[];
}

let database: Database;
let dataDir: string;

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
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the app with all that `npm start` does after the migrations, stops it, and returns the statements that it sent. */
async function start(): Promise<string[]> {
  const config = readConfig({ DATA_DIR: dataDir, DEMO: "off", LOG_LEVEL: "silent" }, dataDir);
  const store = await openFileStore(dataDir);
  await claimStore(database.db, store);
  const parts = { config, log: silentLog, clock: systemClock, database, store, web: null };
  const sent = await sentStatements(Object.values(database.pools), async (soFar) => {
    const app = await createApp({ ...parts, role: "all" });
    await app.http.ready();
    // The start does not wait for the first look for work that is due.
    await vi.waitFor(() => expect(textsOf(soFar)).toContainEqual(expect.stringMatching(LOOK_FOR_WORK)), {
      timeout: timeLimit(10),
    });
    await app.stop(0);
  });
  return textsOf(sent);
}

function textsOf(sent: readonly Sent[]): string[] {
  return [...new Set(sent.map(({ text }) => text.trim()))];
}

/** Returns the tables that a statement expects to read more than a bounded number of rows of. */
async function scansOf(text: string): Promise<string[]> {
  const { rows } = await inTransaction(database.db, async (trx) => {
    // As it is planned by the app.
    if (LOOK_FOR_WORK.test(text)) await sql`set local enable_seqscan = off`.execute(trx);
    // With something after the mark of a prepared statement: this one has no values.
    return sql<{
      "QUERY PLAN": [{ Plan: PlanNode }];
    }>`explain (format json, generic_plan) ${sql.raw(text)};`.execute(trx);
  });
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
  const texts = await start();
  const ours = texts.filter((text) => /^(select|with|insert|update|delete)\b/i.test(text));
  for (const text of ours) expect(await scansOf(text), text).toEqual([]);
});
