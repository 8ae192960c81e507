import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openReadings } from "#platform/db/replica";
import { type MadeOperator, makeOperator } from "#test/console";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type TestMoney, testMoney } from "#test/money";
import { makeMember, type Person } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { silentLog } from "#test/silent-log";
import { arrive } from "#test/visitors";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { at, rangeOf } from "./range.ts";
import { openReports } from "./slots.ts";

let shop: TestMoney;
let series: MadeSeries;
let owner: MadeOperator;
let editor: MadeOperator;

const FREE = 3;
/** How far each visitor came, by how they came, and whether they paid; the third series of numbers saw the paywall only. */
const plan = [
  ...Array.from({ length: 6 }, () => ({ way: "/?ttclid=tt&utm_campaign=Autumn", depth: 1, paid: false })),
  ...Array.from({ length: 5 }, () => ({ way: "/?ttclid=tt&utm_campaign=Autumn", depth: 3, paid: false })),
  { way: "/?ttclid=tt&utm_campaign=Autumn", depth: 5, paid: true },
  ...Array.from({ length: 2 }, () => ({ way: "/?gclid=g&utm_campaign=Winter", depth: 3, paid: false })),
  { way: "/?gclid=g&utm_campaign=Winter", depth: 6, paid: true },
  // As a member of a plan does, who needs no paywall.
  { way: "/?gclid=g&utm_campaign=Winter", depth: 4, paid: false },
];

async function noteSteps(person: Person, depth: number): Promise<void> {
  const { pool } = shop.database;
  for (let number = 1; number <= depth; number++)
    await pool.query(
      `insert into funnel_step (visitor_id, series_id, step, episode_number, at, first_channel, last_channel)
       select $1, $2, 'episode', $3, $4, t.own_channel, t.last_channel from touch t where visitor_id = $1 limit 1`,
      [person.id, series.id, number, shop.clock.now()],
    );
  if (depth < FREE || depth === 4) return;
  await pool.query(
    `insert into funnel_step (visitor_id, series_id, step, episode_number, at, first_channel, last_channel)
     select $1, $2, 'paywall', $3, $4, t.own_channel, t.last_channel from touch t where visitor_id = $1 limit 1`,
    [person.id, series.id, FREE + 1, shop.clock.now()],
  );
}

beforeAll(async () => {
  shop = await testMoney();
  series = await makeSeries(shop, { episodes: 6, free: FREE, title: { en: "The Salt Road" } });
  for (const { way, depth, paid } of plan) {
    const guest = await arrive(shop, way);
    const member = paid ? await makeMember(shop, { guest }) : guest;
    await noteSteps(member, depth);
    if (paid) await payOrder(member, (await orderOf(member, { seriesId: series.id })).info.order.id);
    if (depth === 1)
      await shop.database.pool.query(
        `insert into progress (visitor_id, series_id, episode_id, position, duration, done, watched_at)
         values ($1, $2, $3, $4, 90, false, $5)`,
        [guest.id, series.id, series.episodes[0]?.id, 9, shop.clock.now()],
      );
  }
  owner = await makeOperator(shop, "owner");
  editor = await makeOperator(shop, "editor");
});
afterAll(() => shop.close());

const get = async (by: MadeOperator, path: string) => {
  const answer = await by.call("GET", `/reports/${path}`);
  expect(answer).toMatchObject({ code: 200 });
  return answer.info;
};

describe("retention of a series", () => {
  test("has all who began, the paywall with its four numbers, and those who went on, as a plain count has them", async () => {
    const { series: seen, groups, losses, earned } = await get(owner, "retention?compare=tiktok,google");
    expect(seen).toMatchObject({ id: series.id, title: "The Salt Road", free: FREE });
    const countOf = (some: typeof plan) => ({
      began: some.length,
      reached: [1, 2, 3, 4, 5, 6].map((number) => some.filter(({ depth }) => depth >= number).length),
      wall: {
        reached: some.filter(({ depth }) => depth >= FREE).length,
        paid: some.filter(({ paid }) => paid).length,
        members: some.filter(({ depth, paid }) => depth > FREE && !paid).length,
        left: some.filter(({ depth, paid }) => depth === FREE && !paid).length,
      },
    });
    const by = (word: string) => plan.filter(({ way }) => way.includes(word));
    expect(groups).toEqual([
      { key: "", ...countOf(plan) },
      { key: "tiktok", ...countOf(by("ttclid")) },
      { key: "google", ...countOf(by("gclid")) },
    ]);
    const { wall } = countOf(plan);
    expect(wall.paid + wall.members + wall.left).toBe(wall.reached);
    expect(losses.slice(0, 2)).toEqual(
      [
        {
          episode: FREE,
          isWall: true,
          left: wall.left,
          points: (100 * wall.left) / plan.length,
          halfLeftAt: null,
        },
        { episode: 1, isWall: false, left: 6, points: (100 * 6) / plan.length, halfLeftAt: 9 },
      ].toSorted((a, b) => b.points - a.points),
    );
    expect(earned).toMatchObject([{ currency: "USD", sales: 2 * 699 }]);
  });
});

test("§6.11: retention says how often each episode could not go on in its days, of a series that exists", async () => {
  const [first, second] = series.episodes;
  const event = (episodeId: string | undefined, n: number, name = "play_error") => ({
    event: name,
    eventId: `${name} ${n}`,
    at: shop.clock.now().toISOString(),
    seriesId: series.id,
    episodeId,
    props: { error: "media" },
  });
  const list = [
    ...[1, 2, 3].map((n) => event(second?.id, n)),
    event("no-such-episode", 4),
    event(first?.id, 5, "play_end"),
  ];
  await shop.http.inject({ method: "POST", url: "/api/reports", payload: { list } });
  const errorsIn = async (query = "") =>
    (await get(owner, `retention?series=${series.id}${query}`)).series.episodes.map(
      ({ errors }: { errors: number }) => errors,
    );
  await expect.poll(() => errorsIn(), { timeout: timeLimit(10) }).toEqual([0, 3, 0, 0, 0, 0]);
  const yesterday = new Date(shop.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
  expect(await errorsIn(`&from=${yesterday}&to=${yesterday}`)).toEqual([0, 0, 0, 0, 0, 0]);
  const { rows } = await shop.database.pool.query("select count(*)::int as n from episode_error");
  expect(rows).toEqual([{ n: 1 }]);
});

describe("funnel and campaigns", () => {
  test("group visitors by how they came, and set what campaigns cost against what they brought", async () => {
    const funnel = await get(owner, "funnel?by=kind");
    expect(
      funnel.rows.map(({ label, visitors, paid }: Record<string, unknown>) => ({ label, visitors, paid })),
    ).toEqual([
      { label: "TikTok click", visitors: 12, paid: 1 },
      { label: "Google click", visitors: 4, paid: 1 },
    ]);
    const today = shop.clock.now().toISOString().slice(0, 10);
    const cost = { by: "campaign", key: "Autumn", day: today, currency: "USD", amount: "12.50" };
    const body = { costs: [cost, { ...cost, key: "Nobody came", amount: "3" }] };
    expect(await editor.call("POST", "/campaigns/cost", body)).toMatchObject({ code: 200 });
    const rows = async () =>
      (await get(owner, "campaigns?by=campaign")).rows as { key: string; costs: unknown }[];
    const costOf = async (key: string) => (await rows()).find((row) => row.key === key)?.costs;
    expect(await costOf("Autumn")).toEqual([{ currency: "USD", amount: 1250 }]);
    expect(await costOf("Nobody came")).toEqual([{ currency: "USD", amount: 300 }]);
    // The same day again replaces, and nothing takes it back.
    shop.clock.advance(1);
    await editor.call("POST", "/campaigns/cost", { costs: [{ ...cost, amount: "10" }] });
    expect(await costOf("Autumn")).toEqual([{ currency: "USD", amount: 1000 }]);
    shop.clock.advance(1);
    await editor.call("POST", "/campaigns/cost", { costs: [{ ...cost, amount: "0" }] });
    expect(await costOf("Autumn")).toEqual([]);
    const { rows: log } = await shop.database.pool.query(
      "select actor, before, after from audit where action = 'campaign.cost' order by id",
    );
    const name = `campaign Autumn ${today} USD`;
    expect(log.slice(1)).toEqual([
      { actor: editor.id, before: { [name]: 1250 }, after: { [name]: 1000 } },
      { actor: editor.id, before: { [name]: 1000 }, after: { [name]: 0 } },
    ]);
  });

  test("refuse a cost that is no amount, no day or no currency, and the role support", async () => {
    const cost = { by: "campaign", key: "Autumn", day: "2026-11-20", currency: "USD", amount: "1" };
    for (const wrong of [{ amount: "-1" }, { amount: "1.234" }, { day: "2026-02-30" }, { currency: "XXQ" }])
      expect(await editor.call("POST", "/campaigns/cost", { costs: [{ ...cost, ...wrong }] })).toMatchObject({
        code: 400,
      });
    const support = await makeOperator(shop, "support");
    expect(await support.call("POST", "/campaigns/cost", { costs: [cost] })).toMatchObject({
      reason: "not_permitted",
    });
  });
});

test("C60: an editor reads no group of less than five people in any report, and no person's name or id", async () => {
  const { rows: people } = await shop.database.pool.query("select id, email from visitor");
  for (const path of [
    "retention?compare=tiktok,google",
    "funnel?by=kind",
    "campaigns?by=campaign",
    "funnel?by=language",
  ]) {
    const seen = await get(editor, path);
    const counts: unknown[] = [];
    const collect = (value: unknown, name = ""): void => {
      if (Array.isArray(value)) for (const each of value) collect(each, name);
      else if (typeof value === "object" && value !== null)
        for (const [key, inner] of Object.entries(value)) collect(inner, key);
      else if (/^(began|reached|paid|members|left|visitors|watched|paywall|checkout|renewed)$/.test(name))
        counts.push(value);
    };
    collect(seen);
    expect(counts, path).toContain("few");
    expect(
      counts.filter((count) => typeof count === "number" && count > 0 && count < 5),
      path,
    ).toEqual([]);
    const text = JSON.stringify(seen);
    const names = people.flatMap(({ id, email }) => [id, email]).filter(Boolean);
    expect(names.length).toBeGreaterThan(plan.length);
    expect(names.filter((name) => text.includes(name))).toEqual([]);
  }
});

test("C60: an editor cannot work a small group out of the total and the other groups", async () => {
  const shown = async (by: MadeOperator) => {
    const { rows, total } = await get(by, "funnel?by=kind");
    return [...rows, total].map(({ visitors }: { visitors: unknown }) => visitors);
  };
  expect(await shown(owner)).toEqual([12, 4, 16]);
  expect(await shown(editor)).toEqual(["hidden", "few", 16]);
});

test("a report of the primary names no moment, one of a replica the moment that it shows", async () => {
  expect(await get(owner, "funnel")).toMatchObject({ asOf: null });
  const range = rangeOf({}, "UTC", shop.clock.now());
  const moment = new Date("2026-11-26T16:20:11Z");
  expect(at(range, moment)).toEqual({
    ...range,
    head: { ...range.head, asOf: "2026-11-26T16:20:11.000Z" },
  });
});

describe("T44: reports leave viewers their connections", () => {
  test("two run at a time, the others wait in turn", async () => {
    const read = openReports(openReadings(shop.database.db, shop.config, silentLog));
    let [running, most] = [0, 0];
    const done = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        read(async () => {
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setTimeout(resolve, 20));
          running -= 1;
          return at;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test("reports that are asked for at once hold two connections of the pool, their statements for five seconds at most", async () => {
    const { sql } = await import("kysely");
    const read = openReports(openReadings(shop.database.db, shop.config, silentLog));
    const held = await Promise.all(
      Array.from({ length: 6 }, () =>
        read(async (trx) => {
          const { rows } = await sql<{ limit: string; held: number }>`
            select current_setting('statement_timeout') as limit, (select count(*)::int from pg_stat_activity
              where state <> 'idle' and query like '%held_by_reports%') as held, pg_sleep(0.05) as held_by_reports`.execute(
            trx,
          );
          return rows[0];
        }),
      ),
    );
    expect(Math.max(...held.map((row) => row?.held ?? 99))).toBe(2);
    expect(new Set(held.map((row) => row?.limit))).toEqual(new Set(["5s"]));
  });

  test("the 23rd at once is refused in words of its own, and the others are answered", async () => {
    const read = openReports(openReadings(shop.database.db, shop.config, silentLog));
    const gate = Promise.withResolvers<void>();
    const asked = Array.from({ length: 22 }, () => read(() => gate.promise));
    const refusal = read(() => gate.promise);
    await expect(refusal).rejects.toMatchObject({ code: 503, reason: "reports_busy" });
    gate.resolve();
    await Promise.all(asked);
  });

  test("a statement over its time is given up with a refusal, and the connection serves the next", async () => {
    const { sql } = await import("kysely");
    const read = openReports(openReadings(shop.database.db, shop.config, silentLog), 50);
    await expect(read((trx) => sql`select pg_sleep(5)`.execute(trx))).rejects.toMatchObject({
      code: 503,
      reason: "report_too_long",
    });
    await expect(read((trx) => sql`select 1 as one`.execute(trx))).resolves.toMatchObject({
      rows: [{ one: 1 }],
    });
    await expect(read((trx) => sql`create table seen (a int)`.execute(trx))).rejects.toMatchObject({
      code: "25006",
    });
  });
});

test("a campaign with a cost has a row of its own, however many others brought more visitors", async () => {
  for (let n = 0; n < 99; n++) await arrive(shop, `/?utm_campaign=Big${n}`);
  await arrive(shop, "/?utm_campaign=Zebra");
  const cost = { by: "campaign", key: "Zebra", currency: "USD", amount: "5" };
  const day = shop.clock.now().toISOString().slice(0, 10);
  const body = { costs: [{ ...cost, day }] };
  const rowOf = async (key: string) => {
    const { rows } = await get(owner, "campaigns?by=campaign");
    return rows.find((row: { key: string }) => row.key === key);
  };
  expect(await rowOf("(others)")).toMatchObject({ visitors: 2 });
  expect(await editor.call("POST", "/campaigns/cost", body)).toMatchObject({ code: 200 });
  expect(await rowOf("Zebra")).toMatchObject({ visitors: 1, costs: [{ currency: "USD", amount: 500 }] });
  expect(await rowOf("(others)")).toMatchObject({ visitors: 1, costs: [] });
});
