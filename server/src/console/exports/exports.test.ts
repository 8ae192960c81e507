import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandActor, systemActor } from "#platform/actor";
import { readTable } from "#platform/csv-table";
import { audited } from "#platform/db/audit";
import { afterCommit } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { Outbox, WriteEmail } from "#platform/mail/email";
import { consoleOrigin, type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { makeMember } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { silentLog } from "#test/silent-log";
import { arrive } from "#test/visitors";
import { defineExportMail, exportTask } from "./exports.ts";

let shop: TestMoney;
let finance: MadeOperator;
let editor: MadeOperator;

const HOSTILE = [
  "=1+1",
  "+49",
  "-2",
  "@sum",
  "  =cmd",
  "\t=tab",
  "\r=return",
  '=HYPERLINK("x")',
  "a,b\r\n=next",
];
const ENTRIES = 10_002;
const EARLY = new Date("2026-03-01T12:00:00Z");

beforeAll(async () => {
  shop = await testMoney();
  for (const name of HOSTILE) {
    const guest = await arrive(shop, `/?utm_source=x&utm_campaign=${encodeURIComponent(name)}`);
    const series = await makeSeries(shop, { title: { en: name } });
    const member = await makeMember(shop, { guest });
    await payOrder(member, (await orderOf(member, { seriesId: series.id })).info.order.id);
  }
  await shop.database.pool.query(
    `with txn as (
       insert into ledger_txn (id, source, order_id, at)
       select 'early' || n, 'test:' || n, null, $1::timestamptz + n * interval '1 second' from generate_series(1, $2) n returning id)
     insert into ledger_entry (txn_id, n, account, currency, amount)
     select id, n, case n when 0 then 'bank' else 'revenue' end, 'USD', case n when 0 then 5 else -5 end
     from txn, generate_series(0, 1) n`,
    [EARLY, ENTRIES / 2],
  );
  finance = await makeOperator(shop, "finance");
  editor = await makeOperator(shop, "editor");
});
afterAll(() => shop.close());

const key = () => newId(shop.clock.now()).toUpperCase();
const make = (by: MadeOperator, kind: string, params: Record<string, string> = {}) =>
  by.call("POST", "/exports", { requestKey: key(), kind, params });

async function load(by: MadeOperator, id: string): Promise<{ status: number; text: string }> {
  const answer = await shop.http.inject({
    url: `/api/console/exports/file?id=${id}`,
    remoteAddress: by.address,
    headers: { host: new URL(consoleOrigin).host, cookie: `console=${by.cookie}` },
  });
  return { status: answer.statusCode, text: answer.body };
}

/** Reads a file as a spreadsheet does. */
const cellsOf = (text: string): string[][] => readTable(text).map(({ cells }) => cells);

const entriesOf = { from: "2026-03-01", to: "2026-03-02" };

/** What was told to whom, as the mail would be written. */
const told: { to: string; subject: string; url: string }[] = [];
let write: WriteEmail<object> = async () => null;
const outbox: Outbox = {
  available: true,
  define: (_kind, given) => {
    write = given as WriteEmail<object>;
  },
  // It is written once the transaction of its sender has ended, as the outbox does.
  send: async (db, _kind, data) =>
    afterCommit(db, () => {
      mails.push(data);
    }),
};
const mails: object[] = [];
async function writeMails(): Promise<void> {
  defineExportMail(outbox, shop.database.db, "https://console.example");
  for (const data of mails.splice(0)) {
    const mail = await write(data);
    if (mail) told.push({ to: mail.to, subject: mail.subject, url: mail.button?.url ?? "" });
  }
}

const work = () =>
  exportTask({ zone: async () => "UTC", memberOf: async () => null }, outbox).run({
    db: shop.database.upkeep,
    clock: shop.clock,
    log: silentLog,
    signal: new AbortController().signal,
  });

describe("C58: exports", () => {
  test("T39: hostile names are text in every cell of every export", async () => {
    const seen = new Set<string>();
    for (const [kind, params] of [
      ["orders", {}],
      ["campaigns", { by: "campaign" }],
      ["revenue", { by: "series" }],
    ] as const) {
      const { info } = await make(finance, kind, params);
      expect(info.export.state, kind).toBe("done");
      const rows = cellsOf((await load(finance, info.export.id)).text);
      expect(rows.length, kind).toBeGreaterThan(HOSTILE.length);
      expect(new Set(rows.map((row) => row.length)).size, kind).toBe(1);
      for (const cell of rows.flat()) {
        if (/^-?\d+(\.\d+)?$/.test(cell)) continue;
        expect(cell).not.toMatch(/^[\s]*[=+\-@\t\r]/);
        if (cell.startsWith("'")) seen.add(cell);
      }
    }
    expect(seen.size).toBeGreaterThanOrEqual(HOSTILE.length - 1);
  });

  test("10,002 rows are written in the background, all of them, and their maker is told in their language", async () => {
    await finance.call("POST", "/me/language", { language: "de" });
    const made = await make(finance, "entries", entriesOf);
    expect(made).toMatchObject({ code: 200 });
    const { info } = made;
    expect(info.export).toMatchObject({ kind: "entries", state: "waiting", rows: null });
    expect((await load(finance, info.export.id)).text).toContain("not_found");
    while ((await work()) > 0);
    await writeMails();
    expect(told).toEqual([
      {
        to: finance.email,
        subject: "Ihr Export ist fertig",
        url: "https://console.example/console/reports/exports",
      },
    ]);
    const { info: list } = await finance.call("GET", "/exports");
    const listed = list.exports.find(({ id }: { id: string }) => id === info.export.id);
    expect(listed).toMatchObject({ state: "done", rows: ENTRIES });
    const { status, text } = await load(finance, info.export.id);
    expect(status).toBe(200);
    const rows = cellsOf(text).slice(1);
    expect(rows).toHaveLength(ENTRIES);
    expect(new Set(rows.map((row) => `${row[1]} ${row[3]}`)).size).toBe(ENTRIES);
    expect(rows.reduce((sum, row) => sum + Math.round(Number(row[5]) * 100), 0)).toBe(0);
  });

  test("only their maker lists and loads them, and only while they may see what they show", async () => {
    const other = await makeOperator(shop, "finance");
    const { info } = await make(finance, "orders");
    expect((await load(other, info.export.id)).text).toContain("not_found");
    expect((await other.call("GET", "/exports")).info.exports).toEqual([]);
    expect(await make(editor, "orders")).toMatchObject({ code: 403, reason: "not_permitted" });
    expect(await make(editor, "revenue")).toMatchObject({ code: 200 });
    const { pool } = shop.database;
    const { rows } = await pool.query(
      "select action, actor, after from audit where subject_id = $1 order by id",
      [info.export.id],
    );
    await load(finance, info.export.id);
    expect(rows).toEqual([
      { action: "export.make", actor: finance.id, after: { kind: "orders", state: "done" } },
    ]);
    const { rows: loads } = await pool.query(
      "select actor from audit where subject_id = $1 and action = 'export.load'",
      [info.export.id],
    );
    expect(loads).toEqual([{ actor: finance.id }]);
  });

  test("§3.6: the log is exported as it is filtered, with what each row changed, and only what its maker may read", async () => {
    const owner = await makeOperator(shop, "owner");
    const series = await makeSeries(shop, { title: { en: "=Salt" } });
    const acting = { db: shop.database.db, clock: shop.clock };
    for (let n = 0; n < 201; n++) {
      shop.clock.advance(1);
      const changes = [
        { subject: { kind: "series", id: series.id }, before: { free: n }, after: { free: n + 1 } },
      ];
      const by = n === 200 ? { ...systemActor(editor.id), kind: "operator" as const } : commandActor();
      await audited({ ...acting, by }, { action: "series.change" }, async () => ({
        result: undefined,
        changes,
      }));
    }
    const params = { action: "series.change", subjectId: series.id, subjectKind: "" };
    const rowsFor = async (by: MadeOperator, given: Record<string, string>) => {
      const { info } = await make(by, "audit", given);
      expect(info.export).toMatchObject({ kind: "audit", state: "done" });
      const [head = [], ...rows] = cellsOf((await load(by, info.export.id)).text);
      expect(info.export.rows).toBe(rows.length);
      return rows.map((cells) => Object.fromEntries(head.map((name, n) => [name, cells[n]])));
    };
    const all = await rowsFor(owner, params);
    expect(all.map(({ before }) => JSON.parse(before ?? "").free)).toEqual(
      Array.from({ length: 201 }, (_, n) => 200 - n),
    );
    expect(all[0]).toMatchObject({
      email: editor.email,
      actor_kind: "operator",
      title: "'=Salt",
      number: "",
    });
    expect(await rowsFor(owner, { action: "export.load", actor: owner.id })).toMatchObject([
      { actor: owner.id, subject_kind: "export", after: '{"kind":"audit"}' },
    ]);
    expect(await rowsFor(editor, params)).toMatchObject([{ actor: editor.id, after: '{"free":201}' }]);
    expect(await rowsFor(finance, { action: "series." })).toEqual([]);
    expect(await make(owner, "audit", { day: "yesterday" })).toMatchObject({ code: 400 });
  });

  test("the same request twice makes one, a fourth at once is refused, and what is over is deleted", async () => {
    const body = { requestKey: key(), kind: "entries", params: entriesOf };
    const [one, two] = [
      await finance.call("POST", "/exports", body),
      await finance.call("POST", "/exports", body),
    ];
    expect(two.info.export.id).toBe(one.info.export.id);
    for (let n = 0; n < 2; n++) await make(finance, "entries", entriesOf);
    expect(await make(finance, "entries", entriesOf)).toMatchObject({ code: 429 });
    shop.clock.advance(8 * 86_400);
    while ((await work()) > 0);
    const { rows } = await shop.database.pool.query("select count(*)::int as n from console_export_part");
    expect(rows).toEqual([{ n: 0 }]);
  });

  test("parameters that show nothing are refused in a sentence", async () => {
    finance = await makeOperator(shop, "finance");
    expect(await make(finance, "revenue", { by: "nobody" })).toMatchObject({ code: 400 });
    expect(await make(finance, "entries", { from: "2026-02-30" })).toMatchObject({ code: 400 });
  });
});
