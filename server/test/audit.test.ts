import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { asSystem, audited, keepAudit } from "#platform/db/audit";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import { projectSources } from "./boundaries-sources.ts";
import { makeOperator } from "./console.ts";
import { makeSeries } from "./factories.ts";
import { makeMember } from "./people.ts";
import { runCommandHere } from "./run-command.ts";
import { actingOn, unaudited } from "./unaudited.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const query = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows;
const allSources = projectSources();

/** Runs a command on the app's database, by the file that holds it. */
async function run(file: string, ...args: string[]) {
  const path = allSources.find((source) => source.path.endsWith(`/${file}`))?.path ?? "";
  const { main } = await import(join(import.meta.dirname, "../..", path));
  return runCommandHere(main, args, { DATABASE_URL: app.database.url, DATA_DIR: app.dataDir });
}
const count = async () => Number((await query("select count(*) from audit"))[0].count);

describe("C14, T40: a raw change through the application's own pool", () => {
  const watched = async () =>
    (
      await query("select tgrelid::regclass::text as name from pg_trigger where tgname like '%_is_audited'")
    ).map(({ name }) => String(name));

  test("is refused at once on each watched table: insert, update, delete and truncate", async () => {
    const names = await watched();
    expect(names).toEqual(
      expect.arrayContaining([
        "series",
        "episode",
        "plan_price",
        "refund",
        "entitlement",
        "site_setting",
        "operator",
      ]),
    );
    // By one connection: the pool gives up one whose statement failed, and a new one takes ten times as long as the statement.
    const client = await app.database.pool.connect();
    try {
      for (const name of names) {
        const [{ column }] = (await query(
          `select column_name as column from information_schema.columns
           where table_name = $1 and is_generated = 'NEVER' order by ordinal_position limit 1`,
          [name],
        )) as [{ column: string }];
        for (const statement of [
          `insert into ${name} select * from ${name} where false`,
          `update ${name} set ${column} = ${column}`,
          `delete from ${name}`,
          `truncate ${name} cascade`,
        ])
          await expect(client.query(statement), statement).rejects.toThrow(/without a row in the audit log/);
      }
    } finally {
      client.release();
    }
  });

  test("is refused too when it declares a name that is not on the list, or an empty one", async () => {
    const client = await app.database.pool.connect();
    try {
      for (const [setting, value] of [
        ["app.actor", "system:anything"],
        ["app.actor", "ingest"],
        ["app.audit_id", ""],
      ]) {
        await client.query("begin");
        await client.query("select set_config($1, $2, true)", [setting, value]);
        await expect(client.query("delete from series")).rejects.toThrow(/without a row/);
        await client.query("rollback");
      }
    } finally {
      client.release();
    }
  });

  test("a declaration ends with its transaction", async () => {
    await unaudited(app.database.pool).query("delete from series where id = 'none'");
    for (let times = 0; times < 8; times++)
      await expect(app.database.pool.query("delete from series where id = 'none'")).rejects.toThrow(
        /without a row/,
      );
  });
});

test("C15, T40: rows of the audit log cannot be changed, deleted or truncated, on any partition", async () => {
  await makeOperator(app, "owner");
  const leaves = (await query("select relid::regclass::text as name from pg_partition_tree('audit')")).map(
    ({ name }) => String(name),
  );
  expect(leaves.length).toBeGreaterThan(3);
  const client = await app.database.pool.connect();
  try {
    for (const name of leaves) {
      await expect(client.query(`truncate ${name}`), name).rejects.toThrow("append-only");
      const rows = Number((await query(`select count(*) from ${name}`))[0].count);
      if (rows === 0) continue;
      for (const statement of [`update ${name} set reason = 'x'`, `delete from ${name}`])
        await expect(client.query(statement), statement).rejects.toThrow("append-only");
    }
  } finally {
    client.release();
  }
});

test("C11: background work that changes nothing operators own writes no row, and making a series writes one", async () => {
  const before = await count();
  await makeSeries(app);
  await asSystem(app.database.db, "counters", async () => undefined);
  expect(await count()).toBe(before);
});

test("C13: a process that is killed between change and commit leaves neither the change nor its row", async () => {
  const before = await count();
  const program = join(import.meta.dirname, "audit-process.ts");
  const child = spawn(process.execPath, [program, app.database.url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  expect(String(line)).toContain("changed");
  const open = async () =>
    (
      await query(
        "select pid from pg_stat_activity where query like '%killed-here%' and state like 'idle in%'",
      )
    ).length;
  expect(await open()).toBe(1); // the other one has written the row since
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect.poll(open).toBe(0);
  expect(await query("select key from site_setting where key like 'killed%'")).toEqual([]);
  expect(await count()).toBe(before);
});

test("a change and its row commit together, or not at all", async () => {
  const acting = actingOn(app);
  const before = await count();
  const failing = audited(acting, { action: "site.set" }, async () => {
    throw new Error("in the middle");
  });
  await expect(failing).rejects.toThrow("in the middle");
  expect(await count()).toBe(before);
  await audited(acting, { action: "site.set", reason: "tidied up" }, async () => ({
    result: undefined,
    changes: [
      {
        subject: { kind: "setting", id: "a" },
        before: { same: 1, text: "old" },
        after: { same: 1, text: "x".repeat(5000) },
      },
      {
        subject: { kind: "setting", id: "b" },
        after: { many: Array.from({ length: 3000 }, (_, at) => `value ${at}`) },
      },
    ],
  }));
  const rows = await query("select * from audit where reason = 'tidied up' order by subject_id");
  const [a, b] = rows;
  expect(a).toMatchObject({
    actor: commandActor().id,
    reason: "tidied up",
    before: { text: "old" },
    after: { text: { length: 5000, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  });
  expect(b.after).toEqual({ length: expect.any(Number), sha256: expect.any(String) });
});

test("C16: a reason with a mail address is refused, and no address of a viewer is in any row after their erasure", async () => {
  const member = await makeMember(app);
  const acting = actingOn(app);
  const act = audited(acting, { action: "site.set", reason: `asked by ${member.email}` }, async () => ({
    result: undefined,
    changes: [],
  }));
  await expect(act).rejects.toThrow("names no mail address");
  expect((await run("grant-command.ts", member.email, "--days", "3")).code).toBe(0);
  const [row] = await query(
    "select row_to_json(audit)::text as text, subject_id from audit where action = 'person.grant'",
  );
  expect(row).toMatchObject({ subject_id: member.id });
  const { rows: all } = await app.database.pool.query("select row_to_json(audit)::text as text from audit");
  for (const { text } of all) expect(text).not.toContain(member.email);
});

test("C11: the first two changes of a month may come at once: the second waits for the partition and uses it", async () => {
  const [first, second] = await Promise.all([app.database.pool.connect(), app.database.pool.connect()]);
  const makePartition = "select audit_month('other', '2041-03-05Z')";
  try {
    const { pid } = (await second.query("select pg_backend_pid() as pid")).rows[0];
    await first.query("begin");
    await first.query(makePartition);
    const waiting = second.query(makePartition);
    waiting.catch(() => undefined);
    await expect
      .poll(() =>
        query("select pid from pg_locks where locktype = 'advisory' and not granted and pid = $1", [pid]),
      )
      .toEqual([{ pid }]);
    await first.query("commit");
    await waiting;
  } finally {
    for (const client of [first, second]) client.release(true);
  }
  expect(await query("select to_regclass('audit_other_2041_03') is not null as made")).toEqual([
    { made: true },
  ]);
});

test("partitions are made ahead, and dropped as a whole after two and seven years", async () => {
  const own = await testApp();
  try {
    const at = own.clock.now();
    const acting = actingOn(own);
    const note = (action: "site.set" | "plan.price") =>
      audited(acting, { action }, async () => ({
        result: undefined,
        changes: [{ subject: { kind: "x", id: newId(own.clock.now()) }, after: {} }],
      }));
    await note("site.set");
    await note("plan.price");
    const kept = async () =>
      (await own.database.pool.query("select kept from audit order by kept")).rows.map((row) => row.kept);
    await keepAudit(own.database.upkeep, new Date(at.getTime() + 700 * 86_400_000));
    expect(await kept()).toEqual(["money", "other"]);
    await keepAudit(own.database.upkeep, new Date(at.getTime() + 800 * 86_400_000));
    expect(await kept()).toEqual(["money"]);
    await keepAudit(own.database.upkeep, new Date(at.getTime() + 2650 * 86_400_000));
    expect(await kept()).toEqual([]);
  } finally {
    await own.close();
  }
});

describe("C12: a command writes the action with the system user", () => {
  const commands: [file: string, args: string[], action: string][] = [
    ["site-command.ts", ["set", "name", "Second"], "site.set"],
    ["config-command.ts", ["set", "google_analytics", "G-ABCDE12345"], "config.set"],
    ["config-command.ts", ["unset", "google_analytics"], "config.unset"],
    ["section-command.ts", ["move", "top", "1"], "home.change"],
    ["plan-command.ts", ["price", "days-7", "USD=8.99"], "plan.price"],
    ["operator-command.ts", ["invite", "zoe@example.com", "--role", "support"], "operator.invite"],
    ["operator-command.ts", ["role", "zoe@example.com", "editor"], "operator.role"],
    ["operator-command.ts", ["reset", "zoe@example.com"], "operator.reset"],
    ["operator-command.ts", ["end-sessions", "zoe@example.com"], "operator.end-sessions"],
    ["operator-command.ts", ["off", "zoe@example.com"], "operator.off"],
  ];

  test.each(commands)("%s %j: %s", async (file, args, action) => {
    const before = await count();
    const { code, output } = await run(file, ...args);
    expect(code, output).toBe(0);
    const rows = await query("select * from audit order by at desc, id desc limit 1");
    expect(rows[0]).toMatchObject({
      actor_kind: "command",
      actor: commandActor().id,
      action,
      request_id: null,
    });
    expect(await count()).toBe(before + 1);
  });

  test("operator list and audit show them, and refusals are sentences", async () => {
    const operator = (...args: string[]) => run("operator-command.ts", ...args);
    expect((await operator("list")).output).toContain("zoe@example.com");
    expect((await operator("audit")).output).toMatch(/operator\.off {2}operator/);
    expect((await operator("audit", "--csv", "--from", "2020-01-01")).output).toMatch(/^id,at,actor_kind,/m);
    expect(await operator("invite", "zoe@example.com", "--role", "king")).toMatchObject({
      code: 1,
      output: expect.stringContaining("is no role"),
    });
    expect((await operator("role", "nobody@example.com", "owner")).output).toContain("There is no operator");
    expect((await operator("audit", "--from", "soon")).output).toContain("is no day");
  });
});

describe("who may leave the audit log out", () => {
  const sources = allSources.filter(
    ({ path }) => path.startsWith("server/src/") && !path.endsWith(".test.ts"),
  );

  test("only platform/db/audit.ts names the setting of a row", () => {
    expect(sources.filter(({ text }) => text.includes("app.audit_id")).map(({ path }) => path)).toEqual([
      "server/src/platform/db/audit.ts",
    ]);
  });

  test("only these files declare background work", () => {
    expect(
      sources
        .filter(({ text }) => /asSystem\(|app\.actor/.test(text))
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual([
      "server/src/billing/records/erasure/repository.ts",
      "server/src/billing/records/first-use/repository.ts",
      "server/src/billing/records/merge/repository.ts",
      "server/src/billing/records/periods/repository.ts",
      "server/src/billing/records/refunds/repository.ts",
      "server/src/billing/records/repository.ts",
      "server/src/billing/records/settlement/repository.ts",
      "server/src/billing/settlement/refund.ts",
      "server/src/catalogue/plays/rank.ts",
      "server/src/media/jobs.ts",
      "server/src/media/pictures/set-picture.ts",
      "server/src/media/series-art.ts",
      "server/src/media/uploads/take-in.ts",
      "server/src/platform/db/audit.ts",
      "server/src/releases/release.ts",
    ]);
  });

  test("the migration lists the same names of background work as the code", () => {
    const migration = readFileSync(join(import.meta.dirname, "../migrations/0051-audit.ts"), "utf8");
    const code = readFileSync(join(import.meta.dirname, "../src/platform/db/audit.ts"), "utf8");
    const listed = /const tasks = \[([^\]]*)\]/.exec(migration)?.[1]?.match(/[a-z-]+/g);
    const typed = /export type SystemTask =([^;]*);/.exec(code)?.[1]?.match(/[a-z-]+/g);
    expect(listed?.length).toBeGreaterThan(5);
    expect(typed).toEqual(listed);
  });
});
