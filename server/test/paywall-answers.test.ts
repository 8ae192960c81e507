import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccountState, accountStates } from "#test/paywall-states";
import { openWorld, type WalledEpisode, type World } from "#test/paywall-world";
import { headersOf, makeGuest, makeMember, type Person } from "#test/people";
import { unaudited } from "#test/unaudited";
import { timeLimit } from "../../tools/time-limit.ts";

/** Who may watch which of the two series; the rest may watch the free episodes only. */
const opens: Partial<Record<AccountState, { bought: boolean; other: boolean; entitledBy: string }>> = {
  active: { bought: true, other: true, entitledBy: "subscription" },
  "past due, in grace": { bought: true, other: true, entitledBy: "subscription" },
  "cancelled, before the end": { bought: true, other: true, entitledBy: "subscription" },
  "granted days": { bought: true, other: true, entitledBy: "subscription" },
  "bought this series": { bought: true, other: false, entitledBy: "purchase" },
  "bought again after a refund": { bought: true, other: false, entitledBy: "purchase" },
  "expired, but bought this series": { bought: true, other: false, entitledBy: "purchase" },
  "granted this series": { bought: true, other: false, entitledBy: "purchase" },
  "bought another series": { bought: false, other: true, entitledBy: "purchase" },
};

let world: World;
const people = new Map<string, Person | null>();

beforeAll(async () => {
  world = await openWorld();
  const { app, bought, other } = world;
  const series = { bought: bought[0]?.seriesId ?? "", other: other[0]?.seriesId ?? "" };
  people.set("nobody", null).set("a guest", await makeGuest(app));
  for (const [state, enter] of Object.entries(accountStates)) {
    const person = await makeMember(app);
    await enter(app, person.id, series);
    people.set(state, person);
  }
}, timeLimit(120));
afterAll(() => world.close());

const seriesId = (which: "bought" | "other") => world[which][0]?.seriesId ?? "";
const headers = (state: string): Record<string, string> => {
  const person = people.get(state);
  return person ? headersOf(person) : {};
};

/** Returns every answer and page that contains series and episodes. */
function everything(): string[] {
  const each = [...world.bought, ...world.other];
  const ids = [seriesId("bought"), seriesId("other")];
  return [
    "/",
    "/my",
    "/unlocked",
    "/order/easy",
    "/browse/all",
    "/more/recommended",
    "/sitemap.xml",
    ...ids.map((id) => `/videos/${id}`),
    ...each.map(({ seriesId: id, number }) => `/videos/${id}?ep=${number}`),
    "/api/homepage",
    "/api/homepage/query",
    "/api/search/trending",
    "/api/video?scope=unlocked",
    "/api/user/history",
    "/api/user/favorite",
    ...ids.flatMap((id) => [`/api/video?id=${id}`, `/api/video/episode?seriesId=${id}`]),
    ...each.map(({ id }) => `/api/video/episode?id=${id}`),
  ];
}

test.each(["nobody", "a guest", ...Object.keys(accountStates)])(
  "R47, T01: for %s no answer and no page contains an address of a locked episode's media",
  async (state) => {
    const accessOf = opens[state as AccountState];
    const open = (episode: WalledEpisode) =>
      episode.number === 1 ||
      (accessOf?.[episode.seriesId === seriesId("bought") ? "bought" : "other"] ?? false);
    const person = people.get(state);
    for (const { id } of world.bought)
      await person?.call("POST", "/api/user/history", { episodeId: id, position: 2 });
    const seen = new Set<string>();
    for (const path of everything()) {
      const answer = await world.ask(path, { headers: headers(state), behind: true });
      expect(answer.status, path).toBeLessThan(400);
      const body = answer.body.toString();
      const addresses = [...body.matchAll(/\/media\/v\/([^/"\\]+)\/([^/"\\]+)/g)];
      expect(body.split("/media/v/").length - 1, path).toBe(addresses.length);
      for (const [, , assetId = ""] of addresses) seen.add(assetId);
    }
    const all = [...world.bought, ...world.other];
    expect([...seen].toSorted()).toEqual(
      all
        .filter(open)
        .map(({ assetId }) => assetId)
        .toSorted(),
    );
  },
);

test.each(["nobody", "a guest", ...Object.keys(accountStates)])(
  "R71, R72, R73: every call tells %s the same about what is open to them and why",
  async (state) => {
    const accessOf = opens[state as AccountState];
    for (const which of ["bought", "other"] as const) {
      const id = seriesId(which);
      const get = async (path: string) =>
        JSON.parse((await world.ask(path, { headers: headers(state) })).body.toString());
      const open = accessOf?.[which] ?? false;
      const entitledBy = open ? accessOf?.entitledBy : null;
      expect((await get(`/api/video?id=${id}`)).info).toMatchObject({ unlocked: open, entitledBy });
      const { list } = (await get(`/api/video/episode?seriesId=${id}`)).data as {
        list: { number: number; free: boolean; locked: boolean }[];
      };
      for (const { number, free, locked } of list)
        expect([free, locked]).toEqual([number === 1, number > 1 && !open]);
      const unlock = await world.app.http.inject({
        method: "POST",
        url: "/api/video/unlock",
        headers: headers(state),
        payload: { seriesId: id },
      });
      const { code, info } = unlock.json();
      expect({ code, reason: info.reason, offer: info.offer?.fromEpisode, of: info.offer?.seriesId }).toEqual(
        open
          ? { code: 200, reason: entitledBy, offer: undefined, of: undefined }
          : { code: 402, reason: undefined, offer: 2, of: id },
      );
    }
  },
);

test("T06: the page of a series is the same for all who may watch the same; private data is only in the viewer state", async () => {
  const id = seriesId("bought");
  const rendered = async (state: string) => {
    const answer = await world.ask(`/videos/${id}?ep=2`, { headers: headers(state), behind: true });
    const [, page = "", own = ""] = /<pre>(.*)<\/pre>(.*)/s.exec(answer.body.toString()) ?? [];
    return { page, own, cache: answer.headers["cache-control"] };
  };
  const nobody = await rendered("nobody");
  expect(nobody).toMatchObject({ own: "", cache: "public, no-cache" });
  expect((await rendered("never bought anything")).page).toBe(nobody.page);
  // The page shows this viewer's locks as open, so that nothing shifts, and still contains nothing private.
  const member = await rendered("active");
  expect(member.page).toContain('"entitledBy":"subscription"');
  expect(member.page).not.toContain("/media/v/");
  expect((await rendered("cancelled, before the end")).page).toBe(member.page);
  expect(member.cache).toBe("private, no-store");
  expect(member.own).toContain('"entitledBy":"subscription"');
  expect(nobody.page).toContain('"entitledBy":null');
});

test("R22: a member's unlocked series are listed, the newest unlock first, with their positions; visitors without an account must sign in", async () => {
  const { app } = world;
  const list = async (state: string, query = "") =>
    JSON.parse(
      (await world.ask(`/api/video?scope=unlocked${query}`, { headers: headers(state) })).body.toString(),
    );
  for (const state of ["nobody", "a guest"])
    expect(await list(state)).toMatchObject({ code: 401, reason: "sign_in_required" });
  for (const state of ["never bought anything", "active", "purchase refunded", "purchase disputed"])
    expect((await list(state)).data).toMatchObject({ list: [], total: 0, hasMore: false });
  const member = await makeMember(app);
  people.set("a collector", member);
  const [first] = world.bought;
  await accountStates["bought this series"](app, member.id, { bought: first?.seriesId ?? "", other: "" });
  app.clock.advance(60);
  await accountStates["bought another series"](app, member.id, { bought: "", other: seriesId("other") });
  await member.call("POST", "/api/user/history", { episodeId: world.bought[1]?.id, position: 2.5 });
  const { data } = await list("a collector");
  expect(data).toMatchObject({ total: 2, page: 1, hasMore: false });
  expect(data.list).toMatchObject([
    { id: seriesId("other"), progress: null },
    { id: seriesId("bought"), progress: { number: 2, position: 2.5 } },
  ]);
  expect((await list("a collector", "&pageSize=1&page=2")).data).toMatchObject({
    list: [{ id: seriesId("bought") }],
    total: 2,
    hasMore: false,
  });
  // A series that is no longer visible is not listed; the entitlement stays.
  const { pool } = app.database;
  await unaudited(pool).query("update series set published_at = null where id = $1", [seriesId("other")]);
  expect((await list("a collector")).data).toMatchObject({ list: [{ id: seriesId("bought") }], total: 1 });
  await unaudited(pool).query("update series set published_at = $2 where id = $1", [
    seriesId("other"),
    app.clock.now(),
  ]);
});

test("R73: the access check changes nothing, ignores unknown series, and reports a series without locks as free", async () => {
  const { app } = world;
  const count = async () =>
    (
      await app.database.pool.query(
        "select (select count(*) from purchase_order) + (select count(*) from entitlement) as n",
      )
    ).rows[0]?.n;
  const before = await count();
  const ask = (id: string) =>
    app.http.inject({ method: "POST", url: "/api/video/unlock", payload: { seriesId: id } });
  expect((await ask("nothing")).json()).toMatchObject({ code: 404, reason: "not_found" });
  expect((await ask("")).statusCode).toBe(400);
  expect((await ask(seriesId("bought"))).json().code).toBe(402);
  await unaudited(app.database.pool).query("update series set free_episode_count = 99 where id = $1", [
    seriesId("other"),
  ]);
  expect((await ask(seriesId("other"))).json()).toMatchObject({
    code: 200,
    info: { unlocked: true, reason: "free" },
  });
  await unaudited(app.database.pool).query("update series set free_episode_count = 1 where id = $1", [
    seriesId("other"),
  ]);
  expect(await count()).toBe(before);
});
