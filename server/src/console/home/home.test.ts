import { randomUUID } from "node:crypto";
import type { ConsoleHome, Homepage } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { homeTurnTask } from "#catalogue";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { silentLog } from "#test/silent-log";

let app: TestApp;
let editor: MadeOperator;
let other: MadeOperator;
let series: string;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
  other = await makeOperator(app, "owner");
  ({ id: series } = await makeSeries(app, { episodes: 1 }));
});
afterAll(() => app.close());

/** The calls of the home screen. */
const HOME = "/home";
const read = async (): Promise<ConsoleHome> => (await editor.call("GET", "/home")).info;
const change = (who: MadeOperator, body: object) => who.call("POST", `${HOME}/change`, body);
const order = (home: ConsoleHome) => home.sections.map(({ id }) => id);
const viewersHome = async (): Promise<Homepage> => {
  await app.notified();
  return (await app.http.inject({ url: "/api/homepage", headers: { host: "localhost:3000" } })).json().info;
};
const rows = async (action: string) =>
  (await app.database.pool.query("select * from audit where action = $1 order by id", [action])).rows;

test("C33: sections are added, moved, changed and removed in a draft; viewers see all of it at once when it is published", async () => {
  const before = await viewersHome();
  const id = `s-${randomUUID().slice(0, 8)}`;
  const chosen = { type: "series", ids: [series] };
  const added = { act: "add", id, kind: "row", source: chosen, size: 20, title: "Out tonight" };
  await change(editor, added);
  // A repeated request finds its section.
  expect(
    (await change(editor, added)).info.sections.filter((one: { id: string }) => one.id === id),
  ).toHaveLength(1);
  await change(editor, { act: "move", id, before: "featured" });
  await change(editor, { act: "set", id, fields: [{ path: "title.fr", from: null, to: "Ce soir" }] });
  const { info } = await change(editor, { act: "remove", id: "recommended" });
  expect(order(info)).toEqual([id, "featured", "asian-stories", "top", "categories"]);
  expect(info).toMatchObject({ changes: 2, removed: ["More Recommendations"], changedBy: editor.email });
  expect(info.sections[0]).toMatchObject({
    mark: "new",
    count: 1,
    title: { en: "Out tonight", fr: "Ce soir" },
  });
  expect(info.series).toMatchObject([{ id: series, state: "live" }]);
  expect(await viewersHome()).toEqual(before);

  const stale = await editor.call("POST", `${HOME}/publish`, { version: info.version - 1 });
  expect(stale).toMatchObject({ code: 409, reason: "changed_meanwhile", info: { by: editor.email } });
  const empty = await editor.call("POST", `${HOME}/publish`, { version: info.version });
  expect(empty).toMatchObject({ code: 409, reason: "not_ready" });
  expect(empty.errors?.map(({ field }) => field)).toContain("asian-stories");
  const word = "It fills up this week";
  const published = await editor.call("POST", `${HOME}/publish`, { version: info.version, word });
  expect(published.info).toMatchObject({ changes: null, publishedBy: editor.email });
  expect((await viewersHome()).sections[0]).toMatchObject({ id, title: "Out tonight" });
  const [row] = await rows("home.publish");
  expect(row).toMatchObject({ actor: editor.id, reason: word, subject_kind: "home" });
  expect(row.after.order[0]).toBe(id);
  expect(row.before["section.recommended"]).toMatchObject({ kind: "grid" });
});

test("C33: an older version is restored into the draft, and a draft is discarded", async () => {
  const { list } = (await editor.call("GET", `${HOME}/versions`)).info;
  const first = list.at(-1);
  expect(first).toMatchObject({ cause: "begin", titles: expect.arrayContaining(["More Recommendations"]) });
  const { version } = await read();
  const restored = await editor.call("POST", `${HOME}/restore`, { version, restore: first.version });
  expect(order(restored.info)).toEqual(["featured", "asian-stories", "top", "recommended", "categories"]);
  const discarded = await editor.call("POST", `${HOME}/discard`, { version: restored.info.version });
  expect(discarded.info.changes).toBeNull();
  expect(order(discarded.info)).not.toContain("recommended");
  expect(await rows("home.discard")).toHaveLength(1);
  // What puts everything back where it was leaves no draft.
  await change(editor, { act: "move", id: "top", before: null });
  expect((await change(editor, { act: "move", id: "top", before: "categories" })).info.changes).toBeNull();
});

test("C29: of two operators the second is told what the first wrote in the same field; other fields of both are kept", async () => {
  const set = (who: MadeOperator, path: string, from: unknown, to: unknown) =>
    change(who, { act: "set", id: "top", fields: [{ path, from, to }] });
  expect((await set(other, "title.de", "Am meisten gesehen", "Alle sehen das")).code).toBe(409);
  const { sections } = await read();
  const german = sections.find(({ id }) => id === "top")?.title.de ?? null;
  expect((await set(other, "title.de", german, "Alle sehen das")).code).toBe(200);
  const refused = await set(editor, "title.de", german, "Meistgesehen");
  expect(refused).toMatchObject({ code: 409, reason: "changed_meanwhile" });
  expect(refused.info).toMatchObject({ current: { "title.de": "Alle sehen das" }, by: other.email });
  const done = await set(editor, "size", 10, 12);
  expect(done.code === 200 || done.info.current.size !== undefined).toBe(true);
  await change(other, { act: "remove", id: "top" });
  expect(await set(editor, "title.fr", null, "x")).toMatchObject({ reason: "changed_meanwhile" });
});

test("C33: what home cannot show is refused at its field, and changes nothing", async () => {
  const { version } = await read();
  const faults = async (body: object) => (await change(editor, body)).errors?.map(({ field }) => field);
  const add = { act: "add", id: "bad", kind: "row", source: { type: "newest" }, size: 20, title: "Bad" };
  expect(await faults({ ...add, kind: "featured" })).toEqual(["kind"]);
  expect(await faults({ ...add, source: { type: "tag", tag: "nowhere" } })).toEqual(["source"]);
  expect(await faults({ ...add, source: { type: "categories" } })).toEqual(["source"]);
  expect(await faults({ ...add, title: " " })).toEqual(["title.en"]);
  expect(await faults({ ...add, size: 61 })).toEqual(["size"]);
  expect((await read()).version).toBe(version);
  const support = await makeOperator(app, "support");
  expect(await support.call("GET", "/home")).toMatchObject({ code: 403, reason: "not_permitted" });
});

test("C33: a section is shown from a moment until another; pages turn over at both, and the log has the times", async () => {
  const id = "tonight";
  const at = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
  const [from, until] = [at(1), at(3)];
  const source = { type: "series", ids: [series] };
  await change(editor, { act: "add", id, kind: "row", source, size: 20, title: "Tonight" });
  const set = (fields: object[]) => change(editor, { act: "set", id, fields });
  const refused = await set([
    { path: "shown.from", from: null, to: until },
    { path: "shown.until", from: null, to: from },
  ]);
  expect(refused.errors?.map(({ field }) => field)).toEqual(["shown.until"]);
  expect((await set([{ path: "shown.from", from: null, to: "soon" }])).errors?.[0]?.field).toBe("shown.from");
  const { info } = await set([
    { path: "shown.from", from: null, to: from },
    { path: "shown.until", from: null, to: until },
  ]);
  expect(info.sections.find((one: { id: string }) => one.id === id).shown).toEqual({ from, until });
  const saved = await editor.call("POST", `${HOME}/publish`, { version: info.version, word: "It fills up" });
  expect(saved.info.changes).toBeNull();
  const { rows: audit } = await app.database.pool.query(
    "select after from audit where action = 'home.publish' and reason = 'It fills up'",
  );
  expect(audit[0].after[`section.${id}`].shown).toEqual({ from, until });
  const context = {
    db: app.database.db,
    clock: app.clock,
    log: silentLog,
    signal: new AbortController().signal,
  };
  const isShown = async () => {
    await homeTurnTask().run(context);
    const isOnHome = (await viewersHome()).sections.some((section) => section.id === id);
    // Its own list says the same, whoever kept the address.
    const list = await app.http.inject({ url: `/api/homepage/query?section=${id}` });
    expect(list.json().data.total).toBe(isOnHome ? 1 : 0);
    return isOnHome;
  };
  expect(await isShown()).toBe(false);
  app.clock.advance(3600);
  expect(await isShown()).toBe(true);
  app.clock.advance(2 * 3600);
  expect(await isShown()).toBe(false);
  editor = await makeOperator(app, "editor");
});

test("C51 (preview): a preview opens by a code of this hour alone, and answers without one as if it were not there", async () => {
  const { preview } = await read();
  expect(preview).toMatch(/^\/preview\/home\/\d+-[\w-]{43}$/);
  const get = async (url: string) =>
    (await app.http.inject({ url, headers: { host: "localhost:3000" } })).json().reason;
  for (const url of [
    preview,
    `${preview.slice(0, -1)}!`,
    preview.replace(/\d+/, "9999999999"),
    "/preview/home/x",
  ])
    expect(await get(url)).toBe("not_found");
});
