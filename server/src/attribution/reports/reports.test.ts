import { reportNames } from "@cliffhanger/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { secondNode, type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { callAs, type Device, makeGuest } from "#test/people";

let app: TestApp;
let series: MadeSeries;
beforeAll(async () => {
  app = await testApp();
  series = await makeSeries(app);
});
afterAll(() => app.close());
beforeEach(() => app.clock.advance(60));

const nobody: Device = { cookie: null, token: null };
let made = 0;

const event = (name: string, more: object = {}) => ({
  event: name,
  eventId: `${name}${made++}`,
  at: app.clock.now().toISOString(),
  ...more,
});

const post = (list: unknown, device = nobody, node: Pick<TestApp, "http"> = app) =>
  callAs<{ accepted: number }>(node, device, "POST", "/api/reports", { list });

async function counted(name: string, of: { series?: string; source?: string } = {}): Promise<number> {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select coalesce(sum(count), 0)::int as count from report_count
     where event = $1 and ($2::text is null or series_id = $2) and ($3::text is null or source = $3)`,
    [name, of.series ?? null, of.source ?? null],
  );
  return rows[0]?.count ?? Number.NaN;
}

/** Events are written about a second after they arrive. */
const pollOptions = { interval: 50 };

test("R83: a batch is counted by day, name and series, without a session and without creating one", async () => {
  const list = [
    event("ViewContent", { seriesId: series.id }),
    event("ViewContent", { seriesId: series.id }),
    event("ViewContent"),
    event("Search"),
  ];
  const answer = await post(list);
  expect(answer).toMatchObject({ status: 200, code: 200, info: { accepted: 4 } });
  expect(answer.headers["set-cookie"]).toBeUndefined();
  await expect.poll(() => counted("ViewContent", { series: series.id }), pollOptions).toBe(2);
  expect(await counted("ViewContent", { series: "" })).toBe(1);
  expect(await counted("Search", { series: "" })).toBe(1);
  const { rows } = await app.database.pool.query(
    "select distinct to_char(day, 'YYYY-MM-DD') as day, source from report_count",
  );
  expect(rows).toEqual([{ day: "2026-11-20", source: "report" }]);
});

test("T24, R83: GET accepts any UTC time as `at`, refuses invalid ones, and counts on the day of the request", async () => {
  const ask = (at: string) =>
    callAs<{ accepted: number }>(
      app,
      nobody,
      "GET",
      `/api/reports?event=share_video&eventId=at${made++}&at=${encodeURIComponent(at)}`,
    );
  const moments = ["0000-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "2026-11-20T12:00:00.123456789Z"];
  for (const at of [...moments, "9999-12-31T23:59:59Z"]) expect((await ask(at)).info.accepted, at).toBe(1);
  for (const at of ["2026-11-20", "2026-11-20T12:00:00", "2026-11-20T12:00:00+02:00", "2026-02-30T00:00:00Z"])
    expect((await ask(at)).info.accepted, at).toBe(0);
  for (const at of ["1795446178604", "now", "2026-11-20T12:00:60Z", "2026-11-20T12:00:00Z\n"])
    expect((await ask(at)).info.accepted, at).toBe(0);
  expect((await ask("2".repeat(41))).status).toBe(400);
  await expect.poll(() => counted("share_video"), pollOptions).toBe(4);
  const { rows } = await app.database.pool.query(
    "select distinct to_char(day, 'YYYY-MM-DD') as day from report_count where event = 'share_video'",
  );
  expect(rows).toEqual([{ day: "2026-11-20" }]);
});

test("R83: GET reads one event from the query, where empty values count as missing", async () => {
  const ask = (query: string) => callAs<{ accepted: number }>(app, nobody, "GET", `/api/reports?${query}`);
  const filled = `event=Purchase&eventId=Purchase1&value=9.99&currency=USD&seriesId=${series.id}&orderId=x`;
  expect((await ask(`${filled}&at=2026-11-20T12:00:00.000Z&fbclid=&ttclid=`)).info.accepted).toBe(1);
  expect((await ask("event=Purchase&eventId=Purchase2&value=&currency=&seriesId=")).info.accepted).toBe(1);
  await expect.poll(() => counted("Purchase"), pollOptions).toBe(2);
  expect(await counted("Purchase", { series: series.id })).toBe(1);
  for (const wrong of ["", "event=Purchase", "eventId=1", "event=a%20b&eventId=1"])
    expect((await ask(wrong)).info.accepted, wrong).toBe(0);
  for (const wrong of [
    "value=dear",
    "value=-1",
    "value=Infinity",
    "currency=E",
    "seriesId=%2e%2e",
    "episodeId='",
  ])
    expect((await ask(`event=Purchase&eventId=${wrong}&${wrong}`)).info.accepted, wrong).toBe(0);
  for (const wrong of [`event=${"x".repeat(101)}`, "event=Search&event=Search&eventId=1"])
    expect((await ask(wrong)).status, wrong).toBe(400);
});

test("R83: an invalid event is skipped, and does not count as accepted", async () => {
  const good = event("AddToWishlist");
  const { at } = good;
  const wrong = [
    ...[null, 7, "first_frame", [], {}, [good], { event: "AddToWishlist" }, { ...good, event: "" }],
    ...[
      { ...good, event: "<script>" },
      { ...good, event: "x".repeat(41) },
      { ...good, event: "Größe" },
    ],
    ...[
      { ...good, eventId: 5 },
      { ...good, eventId: "x".repeat(101) },
      { ...good, at: "yesterday" },
    ],
    ...[
      { ...good, at: 0 },
      { ...good, seriesId: "a/b" },
      { ...good, seriesId: "x".repeat(33) },
    ],
    ...[
      { ...good, value: "9" },
      { ...good, value: -1 },
      { ...good, value: 1e10 },
      { ...good, currency: "DOLLARS" },
    ],
    ...[
      { ...good, props: [] },
      { ...good, props: { ttff: -1 } },
      { ...good, props: { ttff: "fast" } },
    ],
    ...[
      { ...good, props: { playedMs: 1e12 } },
      { ...good, props: { error: "x".repeat(101) } },
    ],
    ...[{ at, eventId: "e", __proto__: { event: "AddToWishlist" } }],
  ];
  expect(wrong).toHaveLength(27);
  expect((await post([...wrong, good])).info.accepted).toBe(1);
  await expect.poll(() => counted("AddToWishlist"), pollOptions).toBe(1);
  expect((await post([])).info.accepted).toBe(0);
});

test("R83: a body that is not a batch is refused, and so is one of more than fifty events", async () => {
  for (const list of [undefined, null, "x", { 0: event("Search") }, Array(51).fill(event("Search"))])
    expect((await post(list)).status).toBe(400);
  const raw = (payload: string, type = "application/json") =>
    app.http.inject({ method: "POST", url: "/api/reports", payload, headers: { "content-type": type } });
  expect((await raw("{")).statusCode).toBe(400);
  expect((await raw('{"list":[]}', "text/plain")).statusCode).toBe(415);
  expect((await raw(JSON.stringify({ list: ["x".repeat(70_000)] }))).statusCode).toBe(413);
});

test("R83: a report sent again after a lost answer counts once; another sender's with the same id counts too", async () => {
  const list = [event("share_video"), event("share_video")];
  for (let round = 0; round < 3; round++) expect((await post(list)).info.accepted).toBe(2);
  expect((await post(list, { ...nobody, address: "198.51.100.7" })).info.accepted).toBe(2);
  await expect.poll(() => counted("share_video"), pollOptions).toBe(4);
});

test("R98: two visitors behind one address may send the same id, which is a name and a time; each counts once", async () => {
  const [first, second] = [await makeGuest(app), await makeGuest(app)];
  const list = [
    { ...event("AddPaymentInfo"), eventId: "AddPaymentInfo1795000000000" },
    { ...event("unlock_episode"), eventId: "AddPaymentInfo1795000000000" },
  ];
  for (const visitor of [first, second, first]) expect((await post(list, visitor)).info.accepted).toBe(2);
  await expect.poll(() => counted("AddPaymentInfo"), pollOptions).toBe(2);
  await expect.poll(() => counted("unlock_episode"), pollOptions).toBe(2);
});

test("R83: unknown names are counted together, and unknown series as none", async () => {
  const list = Array.from({ length: 40 }, (_, at) =>
    event(`invented_${at}`, { seriesId: newId(app.clock.now()) }),
  );
  expect((await post(list)).info.accepted).toBe(40);
  await expect.poll(() => counted("other", { series: "" }), pollOptions).toBe(40);
  const { rows } = await app.database.pool.query("select distinct event from report_count");
  for (const { event: name } of rows) expect([...reportNames, "other"]).toContain(name);
});

test("R83: two nodes that count at the same time add up, and stopping writes what waits", async () => {
  const other = await secondNode(app);
  await Promise.all(
    Array.from({ length: 20 }, (_, round) =>
      post([event("PageView"), event("PageView", { seriesId: series.id })], nobody, round % 2 ? other : app),
    ),
  );
  await post(
    Array.from({ length: 10 }, () => event("PageView")),
    nobody,
    other,
  );
  await other.stop();
  expect(await counted("PageView")).toBeGreaterThanOrEqual(30);
  await expect.poll(() => counted("PageView"), pollOptions).toBe(50);
  expect(await counted("PageView", { series: series.id })).toBe(20);
});

test("R83, R8: a visitor's progress is stored once, with the series and episode that exist", async () => {
  const guest = await makeGuest(app);
  const second = series.episodes[1]?.id;
  const list = () => [
    event("first_frame", { seriesId: "not-the-one", episodeId: second, props: { ttff: 200 } }),
    event("first_frame", { seriesId: series.id, episodeId: "gone" }),
    event("paywall_view", { seriesId: series.id }),
    event("checkout_start", { seriesId: "gone" }),
    event("InitiateCheckout", { seriesId: series.id }),
    event("ViewContent", { seriesId: series.id }),
  ];
  for (let round = 0; round < 2; round++) expect((await post(list(), guest)).info.accepted).toBe(6);
  expect((await post(list())).info.accepted).toBe(6);
  const steps = async () => {
    const { rows } = await app.database.pool.query(
      "select visitor_id, step, series_id, episode_number from funnel_step order by step, series_id",
    );
    return rows.map((row) => [row.visitor_id, row.step, row.series_id, row.episode_number]);
  };
  await expect.poll(steps, pollOptions).toHaveLength(5);
  expect(await steps()).toEqual([
    [guest.id, "checkout", "", 0],
    [guest.id, "checkout", series.id, 0],
    [guest.id, "episode", series.id, 2],
    [guest.id, "first_frame", series.id, 0],
    [guest.id, "paywall", series.id, 0],
  ]);
});

test("R83: one address has a share, and is told when to retry; others are not affected", async () => {
  const busy = { ...nobody, address: "198.51.100.20" };
  const list = () => Array.from({ length: 50 }, () => event("video_progress"));
  for (let round = 0; round < 12; round++) expect((await post(list(), busy)).info.accepted).toBe(50);
  const refused = await post(list(), busy);
  expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "10" } });
  expect((await post(list(), { ...nobody, address: "198.51.100.21" })).info.accepted).toBe(50);
  app.clock.advance(10);
  expect((await post(list(), busy)).info.accepted).toBe(50);
  await expect.poll(() => counted("video_progress"), pollOptions).toBe(700);
});
