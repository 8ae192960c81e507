import { afterAll, beforeAll, expect, test } from "vitest";
import { releaseTask } from "#releases";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { crashBefore } from "#test/faults";
import { giveRight } from "#test/paywall-states";
import { headersOf, makeGuest, makeMember, type Person } from "#test/people";
import { booksOf, chargesOf, makeBuyer, orderOf, payOrder, type TestShop, testShop } from "#test/purchases";
import { releaseReady } from "#test/ready-films";
import { silentLog } from "#test/silent-log";

let shop: TestShop;
let editor: MadeOperator;
beforeAll(async () => {
  shop = await testShop();
  editor = await makeOperator(shop, "editor");
});
afterAll(() => shop.close());

const withdraw = (body: object) => editor.call("POST", "/series/withdraw", body);
/** Withdraws as an operator does: first what would happen, then that. */
async function withdrawNow(id: string, more: object = {}) {
  const { version } = (await editor.call("GET", `/series/one?id=${id}`)).info;
  const seen = await withdraw({ id, version, dryRun: true, ...more });
  const done = await withdraw({ id, version, effect: seen.info.effect.hash, ...more });
  await shop.notified();
  return { effect: seen.info.effect, done };
}
const get = async (url: string, person?: Person) => {
  const answer = await shop.http.inject({
    url,
    headers: { host: "localhost:3000", ...(person ? headersOf(person) : {}) },
  });
  return {
    status: answer.statusCode,
    text: answer.body,
    code: Number(answer.body.match(/^\{"code":(\d+)/)?.[1]),
  };
};
const listed = async (person: Person, path: string) =>
  (
    (await person.call<unknown>("GET", path)).data as { list: { id?: string; series?: { id: string } }[] }
  ).list.map(({ id, series }) => series?.id ?? id);

test("C26: withdrawn, a series is gone for guests and members in every place, and its buyer keeps it in each of theirs", async () => {
  const { id, episodes } = await makeSeries(shop, { title: { en: "Vanishing Quarry" }, free: 1 });
  const buyer = await makeBuyer(shop, { seriesId: id });
  expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
  const [guest, member, given] = [await makeGuest(shop), await makeMember(shop), await makeMember(shop)];
  await giveRight(shop, member.id, { scope: "membership" });
  await giveRight(shop, given.id, { scope: "series", seriesId: id, source: "grant" });
  for (const person of [buyer, member]) {
    await person.call("POST", "/api/user/favorite", { seriesId: id });
    await person.call("POST", "/api/user/history", { episodeId: episodes[1]?.id, position: 5 });
  }
  const before = await get(`/api/video/episode?id=${episodes[0]?.id}`, guest);
  const { hls } = JSON.parse(before.text).info.playback;
  const ofBuyer = JSON.parse((await get(`/api/video/episode?id=${episodes[1]?.id}`, buyer)).text).info
    .playback;
  const segment = (address: string) => address.replace(/[^/]+$/, "v720-00000.m4s");
  expect((await get(segment(hls))).status).toBe(200);

  const { effect, done } = await withdrawNow(id);
  expect(effect.figures).toEqual({ unlocked: 1, watching: 2, ordering: 0, drops: 0 });
  expect(effect.sentences.join(" ")).toContain("1 person has bought it and can go on watching it.");
  expect(done.info.series).toMatchObject({ state: "withdrawn", withdrawn: { everybody: false } });

  for (const person of [undefined, guest, member, given]) {
    const places = [
      `/api/video?id=${id}`,
      `/api/video/episode?seriesId=${id}`,
      `/api/video/episode?seriesId=${id}&play=resume`,
      ...episodes.map((one) => `/api/video/episode?id=${one.id}`),
    ];
    for (const place of places) expect(await get(place, person), place).toMatchObject({ code: 404 });
  }
  for (const place of ["/api/homepage", "/api/homepage/query?keyword=Vanishing", "/sitemaps/series-1.xml"])
    expect((await get(place)).text, place).not.toContain(id);
  expect((await get(`/share/${id}.jpg`)).status).not.toBe(200);
  for (const path of ["/api/user/favorite", "/api/user/history"])
    expect(await listed(member, path)).toEqual([]);
  expect(await listed(given, "/api/video?scope=unlocked")).toEqual([]);
  // What was open stops within seconds, although its grant is good for minutes.
  expect((await get(hls)).status).toBe(403);
  expect((await get(segment(hls))).status).toBe(403);

  expect((await get(segment(ofBuyer.hls))).status).toBe(200);
  expect((await get(ofBuyer.hls)).status).toBe(200);
  const series = JSON.parse((await get(`/api/video?id=${id}`, buyer)).text).info;
  expect(series).toMatchObject({ id, unlocked: true, entitledBy: "purchase", unlockPrice: null });
  const { data } = JSON.parse((await get(`/api/video/episode?seriesId=${id}&play=resume`, buyer)).text);
  expect(data.list.map(({ locked }: { locked: boolean }) => locked)).toEqual([false, false, false]);
  expect(data.playing).toMatchObject({ number: 2, playback: { next: { number: 3, locked: false } } });
  for (const path of ["/api/user/favorite", "/api/user/history", "/api/video?scope=unlocked"])
    expect(await listed(buyer, path), path).toEqual([id]);
  shop.clock.advance(1);
  await buyer.call("POST", "/api/user/history", { episodeId: episodes[2]?.id, position: 4 });
  const resumed = JSON.parse((await get(`/api/video?id=${id}`, buyer)).text).info;
  expect(resumed.progress).toMatchObject({ number: 3, position: 4 });
  expect((await buyer.call("POST", "/api/video/unlock", { seriesId: id })).info).toEqual({
    unlocked: true,
    reason: "purchase",
  });
  expect(await guest.call("POST", "/api/video/unlock", { seriesId: id })).toMatchObject({ code: 404 });
});

test("C26: withdrawn for everybody, with a reason, it ends for its buyer too", async () => {
  const { id, episodes } = await makeSeries(shop, { free: 1 });
  const buyer = await makeMember(shop);
  await giveRight(shop, buyer.id, { scope: "series", seriesId: id });
  const { hls } = JSON.parse((await get(`/api/video/episode?id=${episodes[1]?.id}`, buyer)).text).info
    .playback;
  expect(await withdraw({ id, version: 1, everybody: true, effect: "0".repeat(64) })).toMatchObject({
    code: 400,
    errors: [{ field: "reason" }],
  });
  await withdrawNow(id);
  expect((await get(hls)).status).toBe(200);
  const ended = async (person?: Person) => JSON.parse((await get("/api/user/ended", person)).text).info.list;
  expect(await ended(buyer)).toEqual([]);
  await buyer.call("POST", "/api/user/favorite", { seriesId: id });
  const { effect, done } = await withdrawNow(id, { everybody: true, reason: "The licence ended" });
  // Who bought it is told, and nobody else.
  expect(await ended(buyer)).toEqual([{ id, title: expect.any(String), listed: true, watched: false }]);
  expect(await ended(await makeMember(shop))).toEqual([]);
  expect(await ended(await makeGuest(shop))).toEqual([]);
  expect(await ended()).toEqual([]);
  expect(effect.sentences.join(" ")).toContain("can no longer watch it");
  expect(done.info.series.withdrawn.everybody).toBe(true);
  expect((await get(hls)).status).toBe(403);
  expect(await get(`/api/video?id=${id}`, buyer)).toMatchObject({ code: 404 });
  expect(await listed(buyer, "/api/video?scope=unlocked")).toEqual([]);
  const { rows } = await shop.database.pool.query(
    "select before, after, reason from audit where subject_id = $1 and action = 'series.withdraw' order by reason nulls first",
    [id],
  );
  expect(rows).toEqual([
    { before: { state: "live" }, after: { state: "withdrawn" }, reason: null },
    { before: { everybody: false }, after: { everybody: true }, reason: "The licence ended" },
  ]);
});

test("C37: an effect that differs from what was shown is refused, and so is a withdrawal without one", async () => {
  const { id } = await makeSeries(shop, { free: 1 });
  const { hash } = (await withdraw({ id, version: 1, dryRun: true })).info.effect;
  await giveRight(shop, (await makeMember(shop)).id, { scope: "series", seriesId: id });
  expect(await withdraw({ id, version: 1, effect: hash })).toMatchObject({ reason: "changed_meanwhile" });
  expect(await withdraw({ id, version: 1 })).toMatchObject({ reason: "changed_meanwhile" });
  expect((await get(`/api/video?id=${id}`)).code).toBe(200);
  await withdrawNow(id);
  expect(await withdraw({ id, version: 2, dryRun: true })).toMatchObject({ code: 409, reason: "already_so" });
});

test("C26: an order that was open is not charged for a withdrawn series, and nobody can begin another", async () => {
  const { id } = await makeSeries(shop, { episodes: 4, free: 1 });
  const buyer = await makeBuyer(shop, { seriesId: id });
  const { effect } = await withdrawNow(id);
  expect(effect.figures.ordering).toBe(1);
  expect(await payOrder(buyer, buyer.orderId)).toMatchObject({ code: 500, reason: "order_gone" });
  const books = await booksOf(shop, buyer.orderId);
  expect(books).toMatchObject({ state: "cancelled", captures: 0, entitlements: 0 });
  expect(await chargesOf(shop, books)).toEqual({ charges: 0, charged: 0 });
  expect(await orderOf(await makeMember(shop), { seriesId: id })).toMatchObject({ reason: "not_for_sale" });
});

test.each([
  ["kept by who paid, where it is withdrawn", {}, { state: "paid", entitlements: 1 }],
  [
    "returned, where it ended for everybody",
    { everybody: true, reason: "The licence ended" },
    { state: "refunded", entitlements: 0, sum: 0 },
  ],
])("C26: what is paid for by money that was on its way is %s", async (_title, more, expected) => {
  const { id } = await makeSeries(shop, { free: 1 });
  const buyer = await makeBuyer(shop, { seriesId: id });
  const whole = shop.billing.db;
  shop.billing.db = crashBefore(whole, "settled", () => {
    throw new Error("The process ends here");
  });
  expect((await payOrder(buyer, buyer.orderId)).code).toBe(500);
  shop.billing.db = whole;
  await withdrawNow(id, more);
  await shop.advance(600);
  await shop.work();
  expect(await booksOf(shop, buyer.orderId)).toMatchObject(expected);
});

test("C26: a planned drop of a withdrawn series waits; published again it has its place, its drop and its viewers", async () => {
  const made = await makeSeries(shop, { title: { en: "Returning Tide" }, episodes: 3, free: 1 });
  const { id } = made;
  await releaseReady(shop, made, { hidden: [3] });
  for (const { key } of (await editor.call("GET", `/series/episodes?id=${id}`)).info.findings)
    await editor.call("POST", "/series/accept", { id, key, word: "A test film" });
  const at = new Date(shop.clock.now().getTime() + 3_600_000).toISOString().slice(0, 16);
  const set = { kind: "set", seriesId: id, numbers: [3], localAt: at, zone: "UTC" };
  expect((await editor.call("POST", "/releases", set)).code).toBe(200);
  const published = "select published_at from series where id = $1";
  const [{ published_at: first }] = (await shop.database.pool.query(published, [id])).rows;
  const { effect } = await withdrawNow(id);
  expect(effect.figures.drops).toBe(1);
  expect(effect.sentences).toContain("1 planned drop waits until it is published again.");
  shop.clock.advance(7200);
  // The session has ended by then.
  editor = await makeOperator(shop, "editor");
  const release = () =>
    releaseTask().run({
      db: shop.database.db,
      clock: shop.clock,
      log: silentLog,
      signal: new AbortController().signal,
    });
  expect(await release()).toBe(0);
  // Texts of a withdrawn series are changed at once: its buyers see them.
  await editor.call("POST", "/series/change", {
    id,
    set: [{ path: "title.de", from: null, to: "Die Flut" }],
  });
  const { list, counts } = (await editor.call("GET", "/series?state=withdrawn&search=Returning")).data;
  expect(list).toMatchObject([{ id, state: "withdrawn" }]);
  expect(counts.withdrawn).toBeGreaterThan(0);

  const { version } = (await editor.call("GET", `/series/one?id=${id}`)).info;
  const again = await editor.call("POST", "/series/publish", { id, version });
  expect(again.info).toMatchObject({ state: "live", withdrawn: null });
  await shop.notified();
  expect((await shop.database.pool.query(published, [id])).rows).toEqual([{ published_at: first }]);
  expect(await release()).toBe(1);
  await shop.notified();
  const { data } = JSON.parse((await get(`/api/video/episode?seriesId=${id}`)).text);
  expect(data.total).toBe(3);
  const versions = (await editor.call("GET", `/series/versions?id=${id}`)).info.list;
  expect(versions.map(({ cause }: { cause: string }) => cause)).toEqual([
    "publish",
    "change",
    "withdraw",
    "begin",
  ]);
});

test("C4: finance and support read a withdrawn series and withdraw none", async () => {
  const { id } = await makeSeries(shop);
  for (const role of ["finance", "support"] as const) {
    const operator = await makeOperator(shop, role);
    const body = { id, version: 1, dryRun: true };
    expect(await operator.call("POST", "/series/withdraw", body)).toMatchObject({ reason: "not_permitted" });
  }
});
