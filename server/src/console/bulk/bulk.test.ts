import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { messagesIn } from "#platform/messages";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { releaseReady } from "#test/ready-films";
import { silentLog } from "#test/silent-log";
import { unaudited } from "#test/unaudited";
import { bulkTask } from "./bulk.ts";

let app: TestApp;
let editor: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
});
afterAll(() => app.close());

const ulid = () => newId(app.clock.now()).toUpperCase();
const bulk = (body: object) => editor.call("POST", "/series/bulk", { requestKey: ulid(), ...body });
async function begin(which: object, act: object) {
  const { effect } = (await bulk({ which, act, dryRun: true })).info;
  return { effect, begun: await bulk({ which, act, effect: effect.hash }) };
}
async function work(): Promise<void> {
  const context = {
    db: app.database.db,
    clock: app.clock,
    log: silentLog,
    signal: new AbortController().signal,
  };
  while ((await bulkTask().run(context)) > 0);
  await app.notified();
}
const result = async (id: string) => (await editor.call("GET", `/series/bulk?id=${id}`)).info;
const tagsOf = async (id: string) =>
  (await app.http.inject({ url: `/api/video?id=${id}` }))
    .json()
    .info.tags.map((tag: { id: string }) => tag.id);
const tags = [{ kind: "tag" as const, name: { en: "Storms" } }];

test("C11: tags of many change in the drafts of live series, with one row for all and one each; then they are published together", async () => {
  const made = [await makeSeries(app, { tags }), await makeSeries(app, { tags }), await makeSeries(app)];
  const ids = made.map(({ id }) => id);
  await makeSeries(app, { tags: [{ kind: "tag", name: { en: "Deserts" } }] });
  const [ready] = made;
  if (ready) await releaseReady(app, ready);
  for (const { key } of (await editor.call("GET", `/series/episodes?id=${ready?.id}`)).info.findings)
    await editor.call("POST", "/series/accept", { id: ready?.id, key, word: "A test film" });
  const { effect, begun } = await begin({ ids }, { kind: "tag", add: ["deserts"], remove: ["storms"] });
  expect(effect.sentences).toEqual([
    "3 series on air change in their drafts. Viewers see it when you publish them.",
  ]);
  expect(begun.info.bulk.counts).toMatchObject({ waiting: 3 });
  const { id } = begun.info.bulk;
  await work();
  const done = await result(id);
  expect(done).toMatchObject({
    total: 3,
    counts: { waiting: 0, draft: 3, failed: 0 },
    endedAt: expect.any(String),
  });
  expect(done.drafts.toSorted()).toEqual(ids.toSorted());
  expect(await tagsOf(ids[0] ?? "")).toEqual(["storms"]);
  const { rows } = await app.database.pool.query(
    "select action, subject_id, actor from audit where actor = $1 and (subject_id = $2 or subject_id = any($3)) and action <> 'series.accept'",
    [editor.id, id, ids],
  );
  expect(rows).toHaveLength(4);
  expect(rows.filter(({ action }) => action === "series.bulk")).toHaveLength(1);

  const published = await begin({ ids: done.drafts }, { kind: "publish" });
  await work();
  const outcome = await result(published.begun.info.bulk.id);
  // The films of the others are not known to the encoder.
  expect(outcome.counts).toMatchObject({ done: 1, failed: 2 });
  expect(outcome.rows[0]).toMatchObject({
    outcome: "failed",
    sentence: expect.stringContaining("Before it can go live"),
  });
  expect(await tagsOf(ids[0] ?? "")).toEqual(["deserts"]);
  expect(await tagsOf(ids[1] ?? "")).toEqual(["storms"]);
});

test("C36: the same request begins one act; what changed since it was shown is refused", async () => {
  const { id } = await makeSeries(app);
  const which = { ids: [id] };
  const act = { kind: "free", free: 1 };
  const { hash } = (await bulk({ which, act, dryRun: true })).info.effect;
  const requestKey = ulid();
  const both = [1, 2].map(() => bulk({ requestKey, which, act, effect: hash }));
  const [first, second] = await Promise.all(both);
  const ids = new Set([first, second].flatMap((answer) => answer?.info?.bulk?.id ?? []));
  expect(ids.size).toBe(1);
  expect((await bulk({ requestKey, which, act, effect: hash })).info.bulk.id).toBe([...ids][0]);
  await work();
  expect((await editor.call("GET", `/series/one?id=${id}`)).info).toMatchObject({
    content: { free: 1 },
    unpublished: ["free"],
  });
  expect(await bulk({ which, act, effect: hash })).toMatchObject({ code: 409, reason: "changed_meanwhile" });
});

test("C11: all that match are sent as a filter with their number: more than 1 % other is refused; withdrawing takes the live ones", async () => {
  const named = (at: number) => makeSeries(app, { title: { en: `Harvest ${at}` } });
  for (let at = 0; at < 4; at += 1) await named(at);
  const filter = { search: "Harvest" };
  const act = { kind: "withdraw" };
  for (const count of [3, 5])
    expect(await bulk({ which: { filter, count }, act, dryRun: true })).toMatchObject({
      code: 409,
      reason: "changed_meanwhile",
      info: { current: { count: 4 } },
    });
  const { effect, begun } = await begin({ filter, count: 4 }, act);
  expect(effect.sentences[0]).toContain("4 series on air leave home");
  await work();
  expect((await result(begun.info.bulk.id)).counts).toMatchObject({ done: 4 });
  const { list } = (await editor.call("GET", "/series?search=Harvest&state=withdrawn")).data;
  expect(list).toHaveLength(4);
  expect((await app.http.inject({ url: "/api/homepage/query?keyword=Harvest" })).json().data.total).toBe(0);
  // Those that have left already stay as they are.
  const again = await begin({ filter, count: 4 }, act);
  await work();
  expect((await result(again.begun.info.bulk.id)).counts).toMatchObject({ unchanged: 4 });
});

test("C58: the list as a file holds what the filter finds, and no cell that a spreadsheet would run", async () => {
  const { id } = await makeSeries(app, { title: { en: '=HYPERLINK("http://evil")' } });
  await makeSeries(app, { title: { en: "Plain, with a comma" } });
  const file = async (query: string) =>
    (
      await app.http.inject({
        url: `/api/console/series/export?${query}`,
        headers: { host: "localhost:3000", cookie: `console=${editor.cookie}` },
      })
    ).body;
  const whole = await file("state=live");
  expect(whole).toContain(`${id},"'=HYPERLINK(""http://evil"")",live`);
  expect(whole).toContain('"Plain, with a comma"');
  expect((await file(`ids=${id}`)).trim().split("\r\n")).toHaveLength(2);
  expect(
    (await app.http.inject({ url: "/api/console/series/export", headers: { host: "localhost:3000" } })).json()
      .reason,
  ).toBe("operator_required");
});

test("C4: finance and support begin no act on many series", async () => {
  const { id } = await makeSeries(app);
  for (const role of ["finance", "support"] as const) {
    const operator = await makeOperator(app, role);
    const body = { requestKey: ulid(), which: { ids: [id] }, act: { kind: "withdraw" }, dryRun: true };
    expect(await operator.call("POST", "/series/bulk", body)).toMatchObject({ reason: "not_permitted" });
  }
});

test("C7: an act on many series ends for each that still waits when whoever began it is switched off or lowered", async () => {
  const raw = unaudited(app.database.pool);
  const made = async (act: object) => {
    const { id } = await makeSeries(app);
    const { begun } = await begin({ ids: [id] }, act);
    return { id, bulk: begun.info.bulk.id };
  };
  const set = (change: string) => raw.query(`update operator set ${change} where id = $1`, [editor.id]);
  const freed = await made({ kind: "free", free: 3 });
  const withdrawn = await made({ kind: "withdraw" });
  await set("state = 'off'");
  await work();
  await set("state = 'active'");
  const lowered = await made({ kind: "withdraw" });
  await set("role = 'support'");
  await work();
  await set("role = 'editor'");
  const allowed = await made({ kind: "withdraw" });
  await work();
  for (const one of [freed, withdrawn, lowered]) {
    const { counts, rows, endedAt } = await result(one.bulk);
    expect(counts).toMatchObject({ failed: 1, waiting: 0 });
    expect(rows[0].sentence).toContain("may no longer do it");
    expect(endedAt).not.toBeNull();
    expect((await editor.call("GET", `/series/one?id=${one.id}`)).info).toMatchObject({
      state: "live",
      unpublished: null,
    });
  }
  expect((await result(allowed.bulk)).counts).toMatchObject({ done: 1 });
});

test("§5.7: why a series of many failed is read in the operator's language, also when its tag was deleted meanwhile", async () => {
  const { id } = await makeSeries(app);
  expect((await editor.call("POST", "/tag", { kind: "tag", names: { en: "Glaciers" } })).code).toBe(200);
  const { begun } = await begin({ ids: [id] }, { kind: "tag", add: ["glaciers"], remove: [] });
  expect((await editor.call("DELETE", "/tag", { id: "glaciers" })).code).toBe(200);
  await work();
  const sentenceIn = async (language: string) => {
    const url = `/series/bulk?id=${begun.info.bulk.id}`;
    const { info } = await editor.call("GET", url, undefined, { "accept-language": language });
    return info.rows[0].sentence;
  };
  expect(await sentenceIn("en")).toBe("There is no tag glaciers any more. Choose another.");
  expect(await sentenceIn("de")).toBe(messagesIn("de")("seriesFault.tagsGone", { tags: "glaciers" }));
});

test("C53: an act on more series than one batch has changes the draft of each", async () => {
  await unaudited(app.database.pool).query(`
    insert into series (id, source_key, title, synopsis, language, free_episode_count, completed, poster, cover,
      published_at, created_at, updated_at, state)
    select 'many' || n, 'many:' || n, jsonb_build_object('en', 'Crowd ' || n), '{}', 'en', 8, false,
      '{"url":"/x","width":1,"height":1,"placeholder":"#000","srcset":[]}', null, now(), now(), now(), 'live'
    from generate_series(1, 250) as n`);
  await unaudited(app.database.pool).query(`
    insert into episode (id, series_id, number, title, asset_id, thumbnail, published_at)
    select 'many' || n || 'e' || e, 'many' || n, e, '{"en":"Part"}', 'asset' || n || 'e' || e, null, now()
    from generate_series(1, 250) as n, generate_series(1, 3) as e`);
  for (const act of [
    { kind: "free", free: 5 },
    { kind: "tag", add: ["storms"], remove: [] },
  ]) {
    const { begun } = await begin({ filter: { search: "Crowd" }, count: 250 }, act);
    await work();
    expect((await result(begun.info.bulk.id)).counts.draft).toBe(250);
  }
});

/** Begins to change three series, and returns their ids in the order in which they are changed, and the act's. */
async function beginThree(): Promise<{ ids: string[]; bulk: string }> {
  const made = [await makeSeries(app), await makeSeries(app), await makeSeries(app)];
  const ids = made.map(({ id }) => id).toSorted();
  const { begun } = await begin({ ids }, { kind: "free", free: 4 });
  return { ids, bulk: begun.info.bulk.id };
}
const outcomesOf = async (id: string) =>
  Object.fromEntries(
    (await result(id)).rows.map(({ seriesId, outcome }: { seriesId: string; outcome: string }) => [
      seriesId,
      outcome,
    ]),
  );

test("C53: of series that are changed together, one that cannot be changed keeps none of the others from it", async () => {
  const { pool } = app.database;
  const {
    ids: [first = "", broken = "", last = ""],
    bulk: id,
  } = await beginThree();
  await pool.query(`create function breaks() returns trigger language plpgsql as $$
    begin if new.series_id = '${broken}' then raise exception 'It breaks'; end if; return new; end $$`);
  await pool.query(
    "create trigger breaks before insert on series_draft for each row execute function breaks()",
  );
  try {
    await work();
  } finally {
    await pool.query("drop function breaks cascade");
  }
  expect(await outcomesOf(id)).toEqual({ [first]: "draft", [broken]: "failed", [last]: "draft" });
  const { rows } = await pool.query(
    "select subject_id from audit where subject_id = any($1) and action = 'series.change' order by 1",
    [[first, broken, last]],
  );
  expect(rows.map(({ subject_id }) => subject_id)).toEqual([first, last]);
});

test("C53: an act on many series has changed the others before it waits for one that somebody else is changing", async () => {
  const { ids, bulk: id } = await beginThree();
  const [busy = "", ...others] = ids;
  const somebody = await app.database.pool.connect();
  try {
    await somebody.query("begin");
    await somebody.query("select from series where id = $1 for update", [busy]);
    const worked = work();
    await expect
      .poll(async () => {
        const { rows } = await app.database.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%\"series\"%for update%'",
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    expect(await outcomesOf(id)).toEqual(Object.fromEntries(others.map((one) => [one, "draft"])));
    await somebody.query("commit");
    await worked;
  } finally {
    somebody.release(true);
  }
  expect((await result(id)).counts).toMatchObject({ draft: 3, waiting: 0 });
});
