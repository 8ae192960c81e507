import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";

let app: TestApp;
let editor: MadeOperator;
let other: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
  other = await makeOperator(app, "editor");
});
afterAll(() => app.close());

const read = async (id: string) => (await editor.call("GET", `/series/one?id=${id}`)).info;
const change = (who: MadeOperator, id: string, set: unknown[]) =>
  who.call("POST", "/series/change", { id, set });
const viewerTitle = async (id: string) =>
  (await app.http.inject({ url: `/api/video?id=${id}`, headers: { host: "localhost:3000" } })).json().info
    ?.title;
const auditRows = async (id: string, action: string) =>
  (
    await app.database.pool.query("select * from audit where subject_id = $1 and action = $2 order by id", [
      id,
      action,
    ])
  ).rows;

test("C30: a change of a live series is in its draft: viewers see nothing of it until it is published, whole", async () => {
  const { id } = await makeSeries(app, { title: { en: "Iron" } });
  const changed = await change(editor, id, [
    { path: "title.en", from: "Iron", to: "Iron and Salt" },
    { path: "free", from: 2, to: 1 },
  ]);
  expect(changed.info).toMatchObject({ content: { title: { en: "Iron and Salt" }, free: 1 }, version: 2 });
  expect(changed.info.unpublished).toEqual(["title.en", "free"]);
  await app.notified();
  expect(await viewerTitle(id)).toBe("Iron");

  const { findings } = (await editor.call("GET", `/series/episodes?id=${id}`)).info;
  // The factory's films have no rows of the encoder, so the series has no film that is known to be ready.
  const refused = await editor.call("POST", "/series/publish", { id, version: 2 });
  expect(refused).toMatchObject({ code: 409, reason: "not_ready" });
  expect(findings.map((one: { kind: string }) => one.kind)).toContain("no_film");
  expect(await auditRows(id, "series.publish")).toEqual([]);
});

test("C29, C11: of two editors the second is told what changed, by whom; other fields of both are kept, each with a row", async () => {
  const { id, episodes } = await makeSeries(app, { title: { en: "Tide" } });
  const path = `episode.${episodes[0]?.id}.fr`;
  expect((await change(editor, id, [{ path: "title.de", from: null, to: "Flut" }])).code).toBe(200);
  app.clock.advance(1);
  const second = await change(other, id, [
    { path: "title.de", from: null, to: "Gezeiten" },
    { path, from: null, to: "La marée" },
  ]);
  expect(second).toMatchObject({ code: 409, reason: "changed_meanwhile" });
  expect(second.info).toMatchObject({ current: { "title.de": "Flut" }, by: editor.email });
  expect((await read(id)).content.episodes[episodes[0]?.id ?? ""].fr).toBeUndefined();

  const again = await change(other, id, [
    { path: "title.de", from: "Flut", to: "Gezeiten" },
    { path, from: null, to: "La marée" },
  ]);
  expect(again.info.content).toMatchObject({ title: { en: "Tide", de: "Gezeiten" } });
  // A repeated request finds what it wanted, and writes nothing.
  expect((await change(other, id, [{ path, from: null, to: "La marée" }])).code).toBe(200);
  const rows = await auditRows(id, "series.change");
  expect(rows.map(({ actor }) => actor)).toEqual([editor.id, other.id]);
  expect(rows[1]).toMatchObject({
    before: { "title.de": "Flut", [path]: null },
    after: { "title.de": "Gezeiten", [path]: "La marée" },
  });
});

test("C28: a version is restored into the draft, and the draft can be discarded", async () => {
  const { id } = await makeSeries(app, { title: { en: "Ash" } });
  await change(editor, id, [{ path: "title.es", from: null, to: "Ceniza" }]);
  await change(editor, id, [{ path: "title.es", from: "Ceniza", to: "Cenizas" }]);
  const { list } = (await editor.call("GET", `/series/versions?id=${id}`)).info;
  expect(list.map((one: { version: number; cause: string }) => [one.version, one.cause])).toEqual([
    [3, "change"],
    [2, "change"],
    [1, "begin"],
  ]);
  expect(list[0]).toMatchObject({ by: editor.email, fields: ["title.es"] });
  const restored = await editor.call("POST", "/series/restore", { id, version: 3, restore: 2 });
  expect(restored.info).toMatchObject({ version: 4, content: { title: { es: "Ceniza" } } });
  const stale = await other.call("POST", "/series/discard", { id, version: 3 });
  expect(stale).toMatchObject({ code: 409, reason: "changed_meanwhile", info: { by: editor.email } });
  const discarded = await other.call("POST", "/series/discard", { id, version: 4 });
  expect(discarded.info).toMatchObject({ unpublished: null, content: { title: { en: "Ash" } } });
  expect(discarded.info.content.title.es).toBeUndefined();
});

test("C4: who may not edit is refused with the way out, and bad values name their field", async () => {
  const { id } = await makeSeries(app);
  const support = await makeOperator(app, "support");
  expect((await support.call("GET", `/series/one?id=${id}`)).code).toBe(200);
  for (const [path, body] of [
    ["/series/change", { id, set: [{ path: "free", from: 2, to: 3 }] }],
    ["/series/publish", { id, version: 1 }],
    ["/upload", { requestKey: "01ARZ3NDEKTSV4RRFFQ69G5FAV", title: "x", files: [] }],
  ] as const)
    expect(await support.call("POST", path, body)).toMatchObject({ code: 403, reason: "not_permitted" });
  const wrong = await change(editor, id, [
    { path: "free", from: 2, to: -1 },
    { path: "title.en", from: "The Salt Road", to: "x".repeat(201) },
    { path: "play_count", from: 0, to: 9 },
  ]);
  expect(wrong).toMatchObject({ code: 400, reason: "invalid_request" });
  expect(wrong.errors?.map(({ field }) => field)).toEqual(["free", "title.en", "play_count"]);
});

test("C46: the list pages by key in each order without a gap or a double, and filters by state, language and text", async () => {
  for (let at = 0; at < 7; at += 1)
    await makeSeries(app, { title: { en: `Lantern ${at}` }, tags: [{ kind: "tag", name: { en: "Lamps" } }] });
  const bySort = new Map<string, string[]>();
  for (const sort of ["changed", "created", "title", "plays"]) {
    const seen: string[] = [];
    for (let after = ""; ; ) {
      const { data } = await editor.call("GET", `/series?tag=lamps&sort=${sort}&size=3&after=${after}`);
      seen.push(...data.list.map((one: { title: string }) => one.title));
      expect(data.count).toEqual({ value: 7, exact: true });
      if (data.next === null) break;
      after = data.next;
    }
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
    bySort.set(sort, seen);
  }
  expect(bySort.get("title")).toEqual(bySort.get("title")?.toSorted());
  const found = async (query: string) => (await editor.call("GET", `/series?${query}`)).data;
  expect((await found("search=lantern%205")).list).toHaveLength(1);
  expect((await found("search=100%25")).list).toHaveLength(0);
  expect((await found("state=draft")).list).toHaveLength(0);
  const { list, counts } = await found("tag=lamps&language=fr");
  expect(list).toHaveLength(7);
  expect(list[0]).toMatchObject({
    state: "live",
    tags: ["Lamps"],
    episodes: { live: 3, planned: 3 },
    free: 2,
  });
  expect(list[0].languages).toContainEqual({ language: "fr", texts: "none", captions: "none" });
  expect(counts.all).toBe(counts.live);
  expect((await found("after=bm9uc2Vuc2U")).list.length).toBeGreaterThan(0);
});
