import { FavoritePage } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { headersOf, makeGuest, makeMember, type Person } from "#test/people";
import { unaudited } from "#test/unaudited";

let app: TestApp;
let salt: MadeSeries;
let fox: MadeSeries;

beforeAll(async () => {
  app = await testApp();
  salt = await makeSeries(app, { title: { en: "The Salt Road", pt: "A estrada do sal" } });
  fox = await makeSeries(app, { title: { en: "Foxes" } });
});
afterAll(() => app.close());

const add = (person: Person, seriesId: string) => {
  app.clock.advance(60);
  return person.call("POST", "/api/user/favorite", { seriesId });
};

async function myList(person: Person, query = "", language = "en") {
  const answer = await app.http.inject({
    url: `/api/user/favorite${query}`,
    headers: { ...headersOf(person), "accept-language": language },
  });
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  return FavoritePage.parse(answer.json().data);
}
const ids = async (person: Person) => (await myList(person)).list.map((card) => card.id);

test("R20, R68, R69, R70: series are added to My List, listed newest first, and removed", async () => {
  const member = await makeMember(app);
  expect(await myList(member)).toEqual({ list: [], total: 0, page: 1, pageSize: 20, hasMore: false });
  expect(await add(member, salt.id)).toMatchObject({ status: 200, code: 200, info: { favorite: true } });
  expect((await add(member, fox.id)).info).toEqual({ favorite: true });
  expect(await ids(member)).toEqual([fox.id, salt.id]);
  expect((await add(member, salt.id)).info).toEqual({ favorite: true });
  expect(await ids(member)).toEqual([fox.id, salt.id]);
  expect(await myList(member, "?pageSize=1&page=2", "pt")).toMatchObject({
    list: [{ id: salt.id, title: "A estrada do sal" }],
    total: 2,
    hasMore: false,
  });
  const gone = await member.call("DELETE", "/api/user/favorite", { seriesId: fox.id });
  expect(gone.info).toEqual({ favorite: false });
  const again = await member.call("DELETE", `/api/user/favorite?seriesId=${fox.id}`);
  expect(again).toMatchObject({ code: 200, info: { favorite: false } });
  expect(await ids(member)).toEqual([salt.id]);
});

test("R68: cards on My List show the viewer's progress", async () => {
  const member = await makeMember(app);
  await add(member, salt.id);
  await add(member, fox.id);
  await member.call("POST", "/api/user/history", { episodeId: salt.episodes[1]?.id, position: 7.5 });
  const progress = (await myList(member)).list.map((card) => card.progress);
  expect(progress).toEqual([
    null,
    { episodeId: salt.episodes[1]?.id, number: 2, position: 7.5, duration: 18 },
  ]);
});

test("R69: an unknown or hidden series is code 404, and a hidden one disappears from the list", async () => {
  const member = await makeMember(app);
  const hidden = await makeSeries(app);
  await add(member, hidden.id);
  await unaudited(app.database.pool).query("update series set published_at = null where id = $1", [
    hidden.id,
  ]);
  expect(await myList(member)).toMatchObject({ list: [], total: 0 });
  for (const id of [hidden.id, "nothing"])
    expect(await add(member, id)).toMatchObject({ status: 200, code: 404, reason: "not_found" });
  expect((await member.call("DELETE", "/api/user/favorite", { seriesId: "nothing" })).code).toBe(200);
});

test("R38: a guest, or a caller without a session, has no list: code 401", async () => {
  const guest = await makeGuest(app);
  for (const method of ["GET", "POST", "DELETE"] as const) {
    const body = method === "GET" ? undefined : { seriesId: salt.id };
    expect(await guest.call(method, "/api/user/favorite", body)).toMatchObject({ status: 200, code: 401 });
  }
  expect((await app.http.inject("/api/user/favorite")).json().code).toBe(401);
});

test("T10, T18: no caller sees another's list, and many concurrent taps add a series once", async () => {
  const [one, other] = [await makeMember(app), await makeMember(app)];
  const taps = await Promise.all(
    Array.from({ length: 20 }, () => one.call("POST", "/api/user/favorite", { seriesId: fox.id })),
  );
  expect(taps.map((answer) => answer.code)).toEqual(taps.map(() => 200));
  expect(await ids(one)).toEqual([fox.id]);
  expect(await ids(other)).toEqual([]);
});

test("T13: a full list is refused with a message, and a series on it may be added again", async () => {
  const member = await makeMember(app);
  await add(member, fox.id);
  await unaudited(app.database.pool).query(
    `with many as (
       insert into series (id, source_key, title, free_episode_count, poster, published_at, created_at, updated_at)
       select 'many-' || n, 'many-' || n, '{"en": "Many"}', 1, poster, published_at, created_at, updated_at
       from series, generate_series(1, 1999) as n where id = $1 returning id)
     insert into favorite select $2, id, $3 from many`,
    [fox.id, member.id, app.clock.now()],
  );
  const full = await add(member, salt.id);
  expect(full).toMatchObject({ status: 200, code: 500, reason: "list_full" });
  expect(full.message).toContain("My List is full");
  expect((await add(member, fox.id)).code).toBe(200);
  await member.call("DELETE", "/api/user/favorite", { seriesId: "many-1" });
  expect((await add(member, salt.id)).code).toBe(200);
});

test("T24: an id of the wrong form is HTTP 400", async () => {
  const member = await makeMember(app);
  for (const body of [{}, { seriesId: "\u0000" }, { seriesId: "x".repeat(40) }, { seriesId: [fox.id] }]) {
    expect((await member.call("POST", "/api/user/favorite", body)).status).toBe(400);
    expect((await member.call("DELETE", "/api/user/favorite", body)).status).toBe(400);
  }
});
