import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { runCommandFile, runCommandHere } from "#test/run-command";
import { main, tablesNamedIn } from "../src/upgrade-command.ts";

let database: Database;
let dataDir: string;
let env: Record<string, string>;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-upgrade-"));
  env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

test("O28: upgrade --check lists pending migrations with the sizes of their tables, and runs none", async () => {
  await database.pool.query(
    "delete from schema_migration where name in ('0018-refusals', '0038-software-minimum')",
  );
  const file = join(import.meta.dirname, "../src/upgrade-command.ts");
  const { code, output } = await runCommandFile(file, ["--check"], env);
  expect(code, output).toBe(0);
  expect(output).toMatch(/^Migrations: 2 pending\n {2}0018-refusals: .*\bpayment \d+ MB/m);
  expect(output).toMatch(/^ {2}0038-software-minimum: software_min 1 MB$/m);
  expect(output).toMatch(/^Disk: \d+ MB free under .*; the database takes \d+ MB$/m);
  const { rows } = await database.pool.query("select 1 from schema_migration where name like '0038%'");
  expect(rows).toEqual([]);
});

test("O28: upgrade --check fails where the start would: without room for its backup, or after an interrupted restore", async () => {
  const folder = join(dataDir, "backups");
  await mkdir(folder, { recursive: true });
  const last = join(folder, "cliffhanger-last.cliffhanger");
  await writeFile(last, "");
  await truncate(last, 2 ** 43); // sparse: it takes no space
  expect((await runCommandHere(main, ["--check"], env)).code).toBe(0);
  await database.pool.query(
    `insert into visitor (id, kind, email, referrer_token, created_at) values ('m', 'member', 'm@example.com', 'm', now())`,
  );
  expect(await runCommandHere(main, ["--check"], env)).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /^Migrations: 2 pending\n(?: .*\n)+Backup: The disk of .* has less than twice/m,
    ),
  });
  expect((await runCommandHere(main, ["--check"], { ...env, MIGRATE_WITHOUT_BACKUP: "1" })).code).toBe(0);
  await rm(last);
  const { code, output } = await runCommandHere(main, ["--check"], env);
  expect(code, output).toBe(0);
  expect(output).toContain(`Backup: before the migrations, into ${folder}`);
  await database.pool.query("create table unfinished_restore (file text)");
  expect(await runCommandHere(main, ["--check"], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining("A restore into this database is running or was interrupted."),
  });
  await database.pool.query("drop table unfinished_restore");
});

test("O28: upgrade without --check says what it can do, and a newer schema is refused with a sentence", async () => {
  expect(await runCommandHere(main, [], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining("--check"),
  });
  await database.pool.query("insert into schema_migration (name) values ('9999-later')");
  await database.pool.query("create table if not exists software_min (version text not null)");
  await database.pool.query("update software_min set version = '999.0.0'");
  expect(await runCommandHere(main, ["--check"], env)).toMatchObject({
    code: 1,
    output: expect.stringContaining(
      "newer Cliffhanger (9999-later). Update the software to 999.0.0 or newer",
    ),
  });
});

test("O28: the tables of a migration are those that its statements name, the largest first", () => {
  const tables = [
    { name: "series", bytes: 10 },
    { name: "payment", bytes: 30 },
    { name: "episode", bytes: 20 },
  ];
  const source = "alter table only payment add column x int; create index on Series (id); -- episode stays";
  expect(tablesNamedIn(source, tables).map(({ name }) => name)).toEqual(["payment", "series"]);
});
