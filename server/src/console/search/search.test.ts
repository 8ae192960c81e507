import type { SearchHit } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { makeMember, newAddress } from "#test/people";
import { plansOf, sentStatements } from "#test/sent-statements";
import { unaudited } from "#test/unaudited";

let app: TestApp;
let owner: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  owner = await makeOperator(app, "owner");
});
afterAll(() => app.close());

async function find(operator: MadeOperator, text: string): Promise<SearchHit[]> {
  const answer = await operator.call("GET", `/search?q=${encodeURIComponent(text)}`);
  expect(answer.code).toBe(200);
  return answer.info.hits;
}
const query = (text: string, values: unknown[] = []) => unaudited(app.database.pool).query(text, values);

/** A series with a title in two languages, an episode with a title, a tag and the file of a film. */
async function makeCatalogue() {
  const { id, episodes } = await makeSeries(app, { episodes: 2 });
  const [first] = episodes;
  if (!first) throw new Error("There is no episode.");
  await query("update series set title = $2 where id = $1", [
    id,
    { en: "The Orchid Ward", fr: "L’Été à l’hôpital" },
  ]);
  await query("update episode set title = $2 where id = $1", [first.id, { en: "A Nightingale Sings" }]);
  await query(
    "insert into tag (id, kind, position, name) values ('tagged', 'tag', 900, $1) on conflict do nothing",
    [{ en: "Slow Burn" }],
  );
  await query(
    `insert into asset (id, source_hash, profile, name, state, error, created_at)
     values ('searched', repeat('a', 64), 'test', 'nightingale.final-cut_07.mp4', 'failed', 'No picture.', now())
     on conflict do nothing`,
  );
  await query(
    `insert into asset_episode (asset_id, episode_id, series_id, number) values ('searched', $1, $2, 1)
     on conflict (episode_id) do update set asset_id = 'searched'`,
    [first.id, id],
  );
  return { id, episodeId: first.id };
}

test("C44: titles in any language, episodes, tags, files, pages and operators are found by beginnings of words", async () => {
  const { id, episodeId } = await makeCatalogue();
  for (const text of ["orchid", "orch war", "ete", "HÔPITAL", "été"])
    expect(await find(owner, text), text).toContainEqual(
      expect.objectContaining({ kind: "series", id, exact: false }),
    );
  expect(await find(owner, "hopital")).toContainEqual(
    expect.objectContaining({ title: "The Orchid Ward (L’Été à l’hôpital)" }),
  );
  const nightingale = await find(owner, "nightin");
  expect(nightingale.map(({ kind }) => kind)).toEqual(["episode", "file"]);
  expect(nightingale).toMatchObject([
    { seriesId: id, number: 1, title: "A Nightingale Sings" },
    { seriesId: id, number: 1, state: "failed", name: "nightingale.final-cut_07.mp4" },
  ]);
  expect(await find(owner, "final cut 07")).toMatchObject([{ kind: "file" }]);
  expect(await find(owner, "slow b")).toMatchObject([{ kind: "tag", id: "tagged", of: "tag" }]);
  expect(await find(owner, "privacy")).toContainEqual(
    expect.objectContaining({ kind: "page", name: "privacyPolicy", language: "en" }),
  );
  expect(await find(owner, owner.email)).toMatchObject([{ kind: "operator", id: owner.id, exact: true }]);
  expect(await find(owner, id)).toMatchObject([{ kind: "series", id, exact: true }]);
  expect(await find(owner, episodeId)).toMatchObject([{ kind: "episode", number: 1, exact: true }]);
  for (const text of [
    "",
    "o",
    "%%",
    "nothinglikethis",
    "'",
    "orchid' | 'zz",
    "orchi\u0000dd",
    "x".repeat(300),
  ])
    expect(await find(owner, text), text).toEqual([]);
});

/** An order with its payment at Stripe, written as a checkout leaves them. */
async function makeOrder({ visitorId, email }: { visitorId: string; email: string | null }) {
  const id = newId(app.clock.now());
  const remoteId = `pi_${id.slice(-12)}`;
  const code = `Q${id.slice(-7)}`.toUpperCase();
  await query(
    `insert into purchase_order (id, code, visitor_id, kind, state, series_id, from_episode, title, currency, amount,
      method, client_token, email, language, created_at)
     values ($1, $2, $3, 'unlock', 'paid', $1, 3, '{"en": "The Salt Road"}', 'USD', 699, 'card', $1, $4, 'en', now())`,
    [id, code, visitorId, email],
  );
  await query(
    `insert into payment (id, order_id, gateway, remote_id, state, currency, amount, initiator, created_at, updated_at)
     values ($1, $1, 'stripe', $2, 'succeeded', 'USD', 699, 'customer', now(), now())`,
    [id, remoteId],
  );
  return { id, code, remoteId };
}

test("C44: an order is found by its number, receipt, gateway id and mail address", async () => {
  const member = await makeMember(app);
  const email = newAddress();
  const { id, code, remoteId } = await makeOrder({ visitorId: member.id, email });
  const { rows } = await app.database.pool.query("select number from purchase_order where id = $1", [id]);
  const number = String(rows[0].number).padStart(6, "0");
  for (const text of [`CH-${code}`, code.toLowerCase(), number, remoteId, ` ${email.toUpperCase()} `])
    expect(await find(owner, text), text).toMatchObject([
      { kind: "order", id, exact: true, number: `CH-${code}`, total: "$6.99", state: "paid" },
    ]);
  // The address of an account names its owner first.
  expect(await find(owner, member.email.toUpperCase())).toMatchObject([
    { kind: "person", id: member.id, exact: true, email: member.email, of: "member" },
    { kind: "order", id },
  ]);
  const { info } = await member.call<{ ticket: string }>("POST", "/api/contact", {
    email,
    subject: "No sound",
    text: "Since today.",
  });
  expect(await find(owner, info.ticket.toLowerCase())).toMatchObject([
    { kind: "ticket", number: info.ticket, subject: "No sound", state: "open", exact: true },
  ]);
  await query(
    `insert into receipt (id, series, number, order_id, kind, seq, currency, amount, content, hash, issued_at)
     values ('searched', 'R-2026', 4711, $1, 'receipt', 9, 'USD', 100, '{}', 'x', now())`,
    [id],
  );
  for (const text of ["R-2026-004711", "r-2026-4711"])
    expect(await find(owner, text), text).toMatchObject([{ kind: "order", id }]);
});

test("C44, C60: each role finds only what it may see, and the log only its own rows", async () => {
  const [editor, support, finance] = await Promise.all([
    makeOperator(app, "editor"),
    makeOperator(app, "support"),
    makeOperator(app, "finance"),
  ]);
  const member = await makeMember(app);
  const { remoteId } = await makeOrder({ visitorId: member.id, email: null });
  const kinds = async (operator: MadeOperator, text: string) =>
    (await find(operator, text)).map(({ kind }) => kind);
  expect(await kinds(editor, remoteId)).toEqual([]);
  expect(await kinds(editor, member.email)).toEqual([]);
  expect(await kinds(support, member.email)).toEqual(["person", "order"]);
  expect(await kinds(support, remoteId)).toEqual(["order"]);
  expect(await kinds(finance, remoteId)).toEqual(["order"]);
  expect(await kinds(editor, owner.email)).toEqual([]);
  expect(await kinds(support, "privacy")).toEqual([]);
  await query("select audit_month('other', now())");
  const requestId = "searched-request-1";
  await query(
    `insert into audit (id, at, kept, actor_kind, actor, action, subject_kind, subject_id, request_id)
     values ('01searchedrow0000000000000', now(), 'other', 'operator', $1, 'site.set', 'site', 'name', $2)`,
    [editor.id, requestId],
  );
  expect(await find(editor, requestId)).toEqual([{ kind: "log", exact: true, requestId, rows: 1 }]);
  expect(await kinds(owner, requestId)).toEqual(["log"]);
  expect(await kinds(support, requestId)).toEqual([]);
  const { cookie } = editor;
  editor.cookie = null;
  expect(await editor.call("GET", "/search?q=orchid")).toMatchObject({ code: 401 });
  editor.cookie = cookie;
});

test("C53: every statement of a search reads indexes alone, whatever is looked for", async () => {
  const { pool } = app.database;
  const id = newId(new Date());
  const indexes = {
    orchid: ["series_found", "episode_found", "tag_found", "asset_found", "upload_series"],
    "nobody@example.com": ["order_email"],
    pi_notThere0001: ["payment_gateway_remote_id_key"],
    "R-2026-000000001": ["receipt_series_number_key"],
    [id]: ["series_pkey"],
  };
  const reads = new Map<string, string>();
  for (const [text, names] of Object.entries(indexes)) {
    const plans = await plansOf(pool, await sentStatements([pool], () => find(owner, text)));
    const read = plans.flatMap((plan) => plan.indexes);
    expect(read, text).toEqual(expect.arrayContaining(names));
    reads.set(text, read.join(" "));
    // The team is a handful of people, who are all read.
    const whole = plans
      .flatMap(({ wholeTables }) => wholeTables)
      .filter((table) => !table.startsWith("operator"));
    expect(whole, text).toEqual([]);
  }
  // A log of months has an index for each.
  expect(reads.get(id)).toMatch(/audit_\w+request_id/);
});
