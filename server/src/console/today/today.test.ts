import type { Need, Today } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { releaseTask } from "#releases";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { type TestMemberships, testMemberships } from "#test/memberships";
import { callAs } from "#test/people";
import { silentLog } from "#test/silent-log";
import { unaudited } from "#test/unaudited";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let app: TestMemberships;
let owner: MadeOperator;
let editor: MadeOperator;
let support: MadeOperator;
beforeAll(async () => {
  app = await testMemberships();
  // Noon, so that some hours before and after are the same day.
  noon = (Math.floor(app.clock.now().getTime() / DAY) + 1.5) * DAY;
  await app.at(new Date(noon));
  owner = await makeOperator(app, "owner");
  editor = await makeOperator(app, "editor");
  support = await makeOperator(app, "support");
});
afterAll(() => app?.close());

/** Noon of the second day from the test's first. */
let noon = 0;
const inDays = (days: number) => new Date(noon + days * DAY).toISOString().slice(0, 10);
const raw = (text: string, values: unknown[] = []) => unaudited(app.database.pool).query(text, values);
async function today(who = owner): Promise<Today> {
  const { code, info } = await who.call("GET", "/today");
  expect(code).toBe(200);
  return info;
}
const needs = async (who = owner) => (await today(who)).needs;
const find = (list: readonly Need[], kind: string) => list.filter((need) => need.kind === kind);

test("C50: a new site has nothing that needs anybody, and the steps to its first sale with how far it is", async () => {
  const { needs: list, start, numbers, running } = await today();
  expect(list.filter(({ kind }) => kind !== "disk")).toEqual([]);
  expect(start).toEqual(
    [
      ["site", false],
      ["upload", false],
      ["publish", false],
      ["plan", true],
      ["gateway", true],
      ["mail", false],
      ["sale", false],
    ].map(([step, isDone]) => ({ step, isDone })),
  );
  expect(numbers).toMatchObject({ net: [], members: { now: 0 }, firstPicture: { now: null, before: null } });
  // What is not known is no zero and no success.
  expect(running.backup).toBeNull();
  expect(running.gateways.map(({ name, at }) => [name, at])).toContainEqual(["stripe", null]);
});

test("C60: sales, members and visitors stand beside the same weekday up to the same minute; small groups are hidden from an editor", async () => {
  await app.addPlan(10);
  await makeSeries(app, { free: 1 });
  await app.subscribe(10);
  const late = await app.subscribe(10);
  await raw(
    "update purchase_order set paid_at = paid_at - interval '7 days' + interval '2 hours' where subscription_id = $1",
    [late.subscriptionId],
  );
  const early = await app.subscribe(10);
  await raw(
    "update purchase_order set paid_at = paid_at - interval '7 days' - interval '2 hours' where subscription_id = $1",
    [early.subscriptionId],
  );
  const { numbers, days, start } = await today();
  expect(start).toBeNull();
  expect(numbers.members).toEqual({ now: 1, before: 1 });
  expect(numbers.net).toMatchObject([{ now: { amount: 999, currency: "USD" }, before: { amount: 999 } }]);
  expect(days).toHaveLength(14);
  expect(days.at(-1)).toMatchObject({ day: inDays(0), net: 999, members: 1 });
  expect(days.at(-8)).toMatchObject({ day: inDays(-7), net: 1998, members: 2 });
  expect((await today(editor)).numbers).toMatchObject({ net: [], members: { now: null, before: null } });
});

test("C60: watching counts each viewer who reported within 30 seconds, once", async () => {
  const { id, episodes } = await makeSeries(app, { free: 2 });
  expect(id).toBeDefined();
  const viewers = [await app.subscribe(10), await app.subscribe(10)];
  const report = async () => {
    for (const viewer of viewers) {
      app.clock.advance(3);
      const list = [{ episodeId: episodes[0]?.id, position: 3, duration: 60 }];
      expect((await callAs(app, viewer, "POST", "/api/user/history", { list })).code).toBe(200);
    }
  };
  await report();
  await report();
  await expect.poll(async () => (await today()).running.watching).toBe(2);
  expect((await today(editor)).running.watching).toBeNull();
  app.clock.advance(40);
  expect((await today()).running.watching).toBe(0);
});

test("C32: a drop with one film that is not ready is told beforehand, and again when it waits; lacking titles are too", async () => {
  const { id } = await makeSeries(app, {
    episodes: 4,
    free: 1,
    title: { en: "The Orchid Ward", fr: "La salle" },
  });
  await raw(
    "update episode set published_at = null, held = true, title = $2 where series_id = $1 and number > 1",
    [id, JSON.stringify({ en: "Part" })],
  );
  await raw("update episode set asset_id = null where series_id = $1 and number = 3", [id]);
  const body = { kind: "set", seriesId: id, numbers: [2, 3, 4], localAt: `${inDays(1)}T18:00`, zone: "UTC" };
  expect((await editor.call("POST", "/releases", body)).code).toBe(200);
  const [planned] = find(await needs(editor), "drop");
  expect(planned).toMatchObject({
    tone: "amber",
    title: "Drop not ready: The Orchid Ward, episodes 2–4",
    text: "The film of episode 3 is not ready: it and those after it wait.",
    due: `${inDays(1)}T18:00:00.000Z`,
    href: `/series/${id}/episodes`,
  });
  expect(find(await needs(support), "drop")).toMatchObject([{ href: "/calendar" }]);
  await app.at(new Date(Date.parse(`${inDays(1)}T18:00:05Z`)));
  await releaseTask().run({
    db: app.database.db,
    clock: app.clock,
    log: silentLog,
    signal: new AbortController().signal,
  });
  editor = await makeOperator(app, "editor");
  owner = await makeOperator(app, "owner");
  support = await makeOperator(app, "support");
  expect(find(await needs(editor), "drop")).toMatchObject([
    { tone: "red", title: "Drop waits: The Orchid Ward, episodes 3–4" },
  ]);
  expect((await today()).drops).toMatchObject([{ seriesId: id, state: "blocked" }]);

  const other = await makeSeries(app, { episodes: 3, title: { en: "Salt", fr: "Sel" } });
  await raw(
    "update episode set published_at = null, held = true, title = $2 where series_id = $1 and number > 1",
    [other.id, JSON.stringify({ en: "Part" })],
  );
  const soon = { ...body, seriesId: other.id, numbers: [2, 3], localAt: `${inDays(2)}T18:00` };
  expect((await editor.call("POST", "/releases", soon)).code).toBe(200);
  expect(find(await needs(editor), "texts")).toMatchObject([
    { title: "Drop lacks 2 French titles", href: `/series/${other.id}/texts` },
  ]);
});

test("C50: failed encodes, tickets over the promised time, an old backup and a silent gateway are told to those who can act", async () => {
  const { id, episodes } = await makeSeries(app, { title: { en: "Room 1408" } });
  await raw(
    `insert into asset (id, source_hash, profile, name, state, error, created_at)
     values ('todayfailed', $1, 'test', '1.mp4', 'failed', 'No picture in it.', now())`,
    ["t".repeat(64)],
  );
  await raw(
    `insert into asset_episode (asset_id, episode_id, series_id, number) values ('todayfailed', $1, $2, 1)
     on conflict (episode_id) do update set asset_id = excluded.asset_id`,
    [episodes[0]?.id, id],
  );
  const sent = await callAs(app, { cookie: null, token: null }, "POST", "/api/contact", {
    email: "mara@example.com",
    subject: "Charged two times",
    text: "I was charged two times for one series.",
  });
  expect(sent.code).toBe(200);
  await raw("update ticket set waiting_since = $1", [new Date(app.clock.now().getTime() - 31 * HOUR)]);
  await raw("insert into backup_run (work, succeeded_at, bytes) values ('backup', $1, 1)", [
    new Date(app.clock.now().getTime() - 27 * HOUR),
  ]);
  await raw("delete from webhook_inbox");
  await raw("update purchase_order set paid_at = $1 where paid_at is not null and method = 'card'", [
    new Date(app.clock.now().getTime() - 2 * HOUR),
  ]);
  const list = await needs();
  expect(find(list, "encode")).toMatchObject([
    {
      title: "Encoding failed: Room 1408, episode 1",
      text: "No picture in it.",
      href: `/series/${id}/episodes`,
    },
  ]);
  expect(find(list, "tickets")).toMatchObject([
    {
      title: "1 ticket waits over the promised time",
      text: "An answer is promised within 24 hours. The oldest has waited for 31.",
      href: "/tickets",
    },
  ]);
  expect(find(list, "backup")).toMatchObject([{ title: "The last backup is older than 26 hours" }]);
  expect(find(list, "gateway")).toMatchObject([{ id: "gateway.stripe", title: "Stripe is silent" }]);
  const { info: german } = await owner.call("GET", "/today", undefined, { "accept-language": "de" });
  expect(find(german.needs, "tickets")).toMatchObject([{ title: "1 Ticket wartet länger als versprochen" }]);
  expect(find(german.needs, "gateway")).toMatchObject([{ title: "Stripe meldet sich nicht" }]);
  const dues = list.map(({ due }) => (due === null ? Number.POSITIVE_INFINITY : Date.parse(due)));
  expect(dues).toEqual(dues.toSorted((one, other) => one - other));
  const edited = await needs(editor);
  expect(find(edited, "tickets")).toEqual([]);
  expect(find(await needs(support), "encode")).toEqual([]);
  expect(JSON.stringify([list, edited])).not.toContain("@");
});

test("C50: why an encode failed is told on Today in the operator's language, as on the page that it opens", async () => {
  await raw("update asset set error = '1.mp4 is an empty file.' where id = 'todayfailed'");
  const { info: german } = await owner.call("GET", "/today", undefined, { "accept-language": "de" });
  expect(find(german.needs, "encode")).toMatchObject([{ text: "1.mp4 ist eine leere Datei." }]);
  expect(find(await needs(), "encode")).toMatchObject([{ text: "1.mp4 is an empty file." }]);
});

test("T41: an operator who looks 200 people up within an hour is told to owners alone", async () => {
  const hour = new Date(Math.floor(app.clock.now().getTime() / HOUR) * HOUR);
  await raw("insert into person_look_up (operator_id, subject, hour, weight) values ($1, 'noticed', $2, 0)", [
    support.id,
    hour,
  ]);
  const [need] = find(await needs(), "look_ups");
  expect(need).toMatchObject({ href: `/log?actor=${support.id}&action=person.read` });
  expect(find(await needs(support), "look_ups")).toEqual([]);
  await raw("delete from person_look_up");
});
