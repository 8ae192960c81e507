import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { type MadeSeries, makeSeries } from "#test/factories";
import { plansOf, sentStatements } from "#test/sent-statements";
import { unaudited } from "#test/unaudited";

const FAR = 12_000;

let app: TestApp;
let editor: MadeOperator;
let made: Record<
  "plain" | "failed" | "cancelled" | "encoding" | "planned" | "waiting" | "gone" | "own",
  MadeSeries
>;
const raw = (text: string, values: unknown[] = []) => unaudited(app.database.pool).query(text, values);

async function withFilm(state: string, isCancelled = false): Promise<MadeSeries> {
  const series = await makeSeries(app, { episodes: 1 });
  const asset = `f${series.id.slice(-10)}`;
  await raw(
    `insert into asset (id, source_hash, profile, name, state, created_at, cancelled_at)
     values ($1, $2, 'test', '1.mp4', $3, now(), case when $4 then now() end)`,
    [asset, asset.padEnd(64, "0"), state, isCancelled],
  );
  await raw(
    `insert into asset_episode (asset_id, episode_id, series_id, number) values ($1, $2, $3, 1)
     on conflict (episode_id) do update set asset_id = excluded.asset_id`,
    [asset, series.episodes[0]?.id, series.id],
  );
  return series;
}

async function withDrop(state: string, localAt: string): Promise<MadeSeries> {
  const series = await makeSeries(app, { episodes: 1 });
  await raw(
    `insert into release_drop (id, series_id, local_at, zone, at, state, changed_at)
     values ($1, $2, $3, 'UTC', $3::timestamp at time zone 'UTC', $4, now())`,
    [`d${series.id.slice(-10)}`, series.id, localAt, state],
  );
  return series;
}

beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
  made = {
    plain: await makeSeries(app, { episodes: 1 }),
    failed: await withFilm("failed"),
    cancelled: await withFilm("failed", true),
    encoding: await withFilm("encoding"),
    planned: await withDrop("planned", "2027-01-10T23:59:00"),
    waiting: await withDrop("blocked", "2027-01-04T00:00:00"),
    gone: await withDrop("cancelled", "2027-01-05T12:00:00"),
    own: await makeSeries(app, { episodes: 1 }),
  };
  await raw(`update series set unlock_price = '{"USD": 499}' where id = $1`, [made.own.id]);
});
afterAll(() => app.close());

const namesOf = (list: { id: string }[]) =>
  list.flatMap(({ id }) => Object.entries(made).find(([, one]) => one.id === id)?.[0] ?? []).toSorted();
const find = async (query: string) => {
  const { data } = await editor.call("GET", `/series?size=100&${query}`);
  expect(data.count.value, query).toBe(data.list.length);
  return namesOf(data.list);
};

test("§6.2: the list is filtered by what needs attention, drops to come, films, price, week of a drop and who changed it last", async () => {
  expect(await find("attention=1")).toEqual(["failed", "waiting"]);
  expect(await find("scheduled=1")).toEqual(["planned", "waiting"]);
  expect(await find("film=failed")).toEqual(["cancelled", "failed"]);
  expect(await find("film=encoding")).toEqual(["encoding"]);
  expect(await find("price=own")).toEqual(["own"]);
  expect(await find("price=general")).toEqual(
    Object.keys(made)
      .filter((name) => name !== "own")
      .toSorted(),
  );
  expect(await find("week=2027-01-04")).toEqual(["planned", "waiting"]);
  expect(await find("week=2027-01-11")).toEqual([]);
  for (const week of ["2027-02-31", "soon"]) expect(await find(`week=${week}`)).toEqual([]);
  expect(await find("attention=1&scheduled=1")).toEqual(["waiting"]);
  expect(await find(`by=${editor.id}`)).toEqual([]);
  const { id } = made.plain;
  await editor.call("POST", "/series/change", { id, set: [{ path: "title.fr", from: null, to: "Autre" }] });
  expect(await find(`by=${editor.id}`)).toEqual(["plain"]);
  const { data } = await editor.call("GET", "/series");
  expect(data.counts).toMatchObject({
    scheduled: { value: 2, exact: true },
    attention: { value: 2, exact: true },
  });
});

test("§5.2: an act on all that match keeps to these filters, and a file has the same rows", async () => {
  const act = { kind: "free", free: 1 };
  const which = (filter: object, count: number) => ({ filter, count });
  const preview = (filter: object, count: number) =>
    editor.call("POST", "/series/bulk", {
      requestKey: newId(app.clock.now()).toUpperCase(),
      dryRun: true,
      which: which(filter, count),
      act,
    });
  expect(await preview({ attention: "1" }, 2)).toMatchObject({ code: 200 });
  expect(await preview({ attention: "1" }, 8)).toMatchObject({ reason: "changed_meanwhile" });
  expect(await preview({ week: "2027-01-04", by: editor.id }, 1)).toMatchObject({
    reason: "changed_meanwhile",
  });
  const file = await app.http.inject({
    url: "/api/console/series/export?attention=1",
    headers: { host: "localhost:3000", cookie: `console=${editor.cookie}` },
  });
  expect(file.body.trim().split("\r\n")).toHaveLength(3);
});

test("C53: with many series the pages of these filters and the tabs' numbers read indexes, and pages follow by key", async () => {
  const { pool } = app.database;
  await raw(
    `insert into series (id, source_key, title, synopsis, free_episode_count, created_at, updated_at, state)
     select 'far' || n, 'far' || n, '{"en": "Far"}', '{}', 0, now(), timestamptz '2020-01-01' + n * interval '1 second', 'draft'
     from generate_series(1, $1::int) as n`,
    [FAR],
  );
  await raw(
    `insert into release_drop (id, series_id, local_at, zone, at, state, changed_at)
     select 'far' || n, 'far' || n, '2027-03-01', 'UTC', '2027-03-01', 'planned', now() from generate_series(1, 60) as n`,
  );
  await raw(
    `insert into asset (id, source_hash, profile, name, state, created_at)
     select 'far' || n, lpad(n::text, 64, '0'), 'test', '1.mp4', 'ready', now() from generate_series(1, $1::int) as n`,
    [FAR],
  );
  await raw("analyze");
  const pages: string[] = [];
  for (let after = ""; ; ) {
    const { data } = await editor.call("GET", `/series?size=25&scheduled=1&sort=created&after=${after}`);
    pages.push(...data.list.map(({ id }: { id: string }) => id));
    expect(data.count).toEqual({ value: 62, exact: true });
    if (data.next === null) break;
    after = data.next;
  }
  expect(new Set(pages).size).toBe(62);
  expect(pages).toHaveLength(62);
  for (const [query, indexes] of [
    ["attention=1", ["asset_open", "asset_episode_asset", "release_drop_blocked"]],
    ["scheduled=1", ["release_drop_open"]],
    ["film=failed", ["asset_open", "asset_episode_asset"]],
    ["price=own", ["series_priced"]],
    ["week=2027-01-04", ["release_drop_local"]],
    [`by=${editor.id}`, ["series_edited_by_operator"]],
  ] as const) {
    const plans = await plansOf(pool, await sentStatements([pool], () => find(query)));
    expect(
      plans.flatMap((plan) => plan.indexes),
      query,
    ).toEqual(expect.arrayContaining([...indexes]));
    expect(
      plans.flatMap(({ wholeTables }) => wholeTables),
      query,
    ).not.toContain("series");
  }
});

test("C53: words find the same series and number as a plain count, page by page in each order, and are looked up once a page", async () => {
  const { pool } = app.database;
  await raw(
    `insert into series (id, source_key, title, synopsis, free_episode_count, created_at, updated_at, play_count, state)
     select 'ember' || n, 'ember' || n, jsonb_build_object('en', 'Ember ' || n % 7), '{}', 0, now() - n % 5 * interval '1 day',
       timestamptz '2020-01-01' + n % 11 * interval '1 day', n % 3, 'draft' from generate_series(1, 60) as n`,
  );
  const orders = {
    changed: "greatest(edited_at, updated_at) desc, id desc",
    created: "created_at desc, id desc",
    plays: "play_count desc, id desc",
    title: "lower(title ->> 'en'), id",
  };
  for (const [sort, order] of Object.entries(orders)) {
    const plain = await pool.query(
      `select id from series where title ->> 'en' like 'Ember%' order by ${order}`,
    );
    const pages: string[] = [];
    for (let after = ""; ; ) {
      const sent = await sentStatements([pool], async () => {
        const { data } = await editor.call("GET", `/series?size=25&search=ember&sort=${sort}&after=${after}`);
        pages.push(...data.list.map(({ id }: { id: string }) => id));
        expect(data.count).toEqual({ value: 60, exact: true });
        after = data.next;
      });
      expect(sent.filter(({ text }) => text.includes("find_words_in"))).toHaveLength(1);
      if (after === null) break;
    }
    expect(pages, sort).toEqual(plain.rows.map(({ id }) => id));
  }
  // Behind the last one there is nothing, and the number stays.
  const last = Buffer.from(JSON.stringify(["0", ""])).toString("base64url");
  const { data: behind } = await editor.call("GET", `/series?search=ember&sort=plays&after=${last}`);
  expect(behind).toMatchObject({ list: [], next: null, count: { value: 60, exact: true } });
  const { data: none } = await editor.call("GET", "/series?search=nowhere");
  expect(none).toMatchObject({ list: [], next: null, count: { value: 0, exact: true } });
  const { data: most } = await editor.call("GET", "/series?size=25&search=far&sort=changed");
  expect(most.list[0].id).toBe(`far${FAR}`);
  expect(most).toMatchObject({ list: { length: 25 }, count: { value: 10_000, exact: false } });
});
