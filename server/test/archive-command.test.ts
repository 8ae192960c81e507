import { createReadStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createZstdDecompress } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hintPartitions, logPartitions } from "#billing";
import type { Database } from "#platform/db/database";
import { keepPartitions, listPartitions, unitStart } from "#platform/db/partitions";
import { testDatabase } from "#test/database";
import { runCommandHere } from "#test/run-command";
import { main } from "../src/archive-command.ts";

let database: Database;
let dataDir: string;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-archive-"));
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const query = async (statement: string, values: unknown[] = []) =>
  (await database.pool.query(statement, values)).rows;
const archive = (...args: string[]) =>
  runCommandHere(main, args, { DATA_DIR: dataDir, DATABASE_URL: database.url });
/** The middle of the month that is a number of months ago, by the clock of the command. */
const monthsAgo = (months: number) =>
  new Date(unitStart(new Date(), "month", -months).getTime() + 14 * 86_400_000);
const monthOf = (moment: Date) => moment.toISOString().slice(0, 7);

async function keep(): Promise<void> {
  for (const partitioned of [hintPartitions, logPartitions])
    await keepPartitions(database.upkeep, partitioned, new Date());
}

async function addLogs(at: Date, count: number): Promise<void> {
  await query(
    `insert into money_log (id, at, subject, subject_id, to_state, cause, detail)
     select $1 || lpad(n::text, 5, '0'), $2, 'order', 'o' || n, 'paid', 'a "cause"', '{"é": 1}' from generate_series(1, $3::int) as n`,
    [`${at.getTime()}-${await countOf("money_log")}-`, at, count],
  );
}

async function addHint(at: Date, state: string): Promise<void> {
  await query(
    `insert into webhook_inbox (id, gateway, event_id, type, subject, raw, state, received_at)
     values ($1, 'stripe', $1, 'charge.succeeded', '{}', 'body', $2, $3)`,
    [`${at.getTime()}-${state}`, state, at],
  );
}

const countOf = async (table: string) => (await query(`select count(*)::int as n from ${table}`))[0]?.n;
const linesOf = async (file: string) =>
  (await text(createReadStream(join(dataDir, "archive", file)).pipe(createZstdDecompress())))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("O22: months older than 13 are exported as they were and dropped, and leave a row in the log", async () => {
  const [old, kept] = [monthsAgo(14), monthsAgo(13)];
  await addLogs(old, 2_345);
  await addLogs(kept, 3);
  await addHint(old, "done");
  await keep();
  const rows = await query("select row_to_json(money_log) as row from money_log where at = $1 order by id", [
    old,
  ]);
  expect((await archive("--list")).output).toBe(
    `${monthOf(old)}  webhook_inbox\n${monthOf(old)}  money_log\n`,
  );
  const { code, output } = await archive();
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining("2345 rows") });
  const file = `money_log-${monthOf(old)}.jsonl.zst`;
  expect(await readdir(join(dataDir, "archive"))).toEqual([file, `webhook_inbox-${monthOf(old)}.jsonl.zst`]);
  expect(await linesOf(file)).toEqual(rows.map(({ row }) => row));
  expect((await stat(join(dataDir, "archive", file))).mode & 0o777).toBe(0o600);
  expect(await countOf("money_log")).toBe(3);
  expect(await countOf("webhook_inbox")).toBe(0);
  expect(await query("select subject_id, after ->> 'rows' as rows from audit order by id")).toEqual([
    { subject_id: `webhook_inbox_${monthOf(old).replace("-", "_")}`, rows: "1" },
    { subject_id: `money_log_${monthOf(old).replace("-", "_")}`, rows: "2345" },
  ]);
  expect((await archive()).output).toContain("No month ended");
});

test("O22: late rows of an archived month get a file of their own", async () => {
  const old = monthsAgo(14);
  await addLogs(old, 2);
  await keep();
  expect((await archive()).code).toBe(0);
  expect(await linesOf(`money_log-${monthOf(old)}-2.jsonl.zst`)).toHaveLength(2);
  expect(await linesOf(`money_log-${monthOf(old)}.jsonl.zst`)).toHaveLength(2_345);
});

test("O22: a month with an event that is not handled stays, with the sentence why", async () => {
  const old = monthsAgo(15);
  await addHint(old, "failed");
  await keep();
  const { code, output } = await archive();
  expect(code).toBe(1);
  expect(output).toContain("npm run review");
  expect(await countOf("webhook_inbox")).toBe(1);
  await query("update webhook_inbox set state = 'done'");
  expect((await archive()).code).toBe(0);
  expect(await countOf("webhook_inbox")).toBe(0);
});

test("O22: a month that somebody reads is not dropped, and its file is used by the next run", async () => {
  const old = monthsAgo(16);
  await addLogs(old, 4);
  await keep();
  const reader = await database.pool.connect();
  await reader.query("begin; select count(*) from money_log");
  const { code, output } = await archive();
  expect(code).toBe(1);
  expect(output).toContain("is in use");
  await reader.query("rollback");
  reader.release();
  expect((await archive()).code).toBe(0);
  const files = (await readdir(join(dataDir, "archive"))).filter((name) => name.includes(monthOf(old)));
  expect(files).toEqual([`money_log-${monthOf(old)}.jsonl.zst`]);
  expect(await listPartitions(database.db, "money_log")).not.toContain(
    `money_log_${monthOf(old).replace("-", "_")}`,
  );
});
