import type { ConsoleTag } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publishSeries, removedTagsTask } from "#catalogue";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { actingOn } from "#test/unaudited";

// A whole path of it would look like a folder of a user.
const HOME = "/home";

let app: TestApp;
let editor: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
});
afterAll(() => app.close());

const list = async (): Promise<ConsoleTag[]> => (await editor.call("GET", "/tag")).info.list;
const create = (names: object, kind = "tag") => editor.call("POST", "/tag", { kind, names });
const remove = (id: string) => editor.call("DELETE", "/tag", { id });
const undo = (id: string, who = editor) => who.call("POST", "/tag/undo", { id });
const viewers = async (url: string) => {
  await app.notified();
  return (await app.http.inject({ url, headers: { host: "localhost:3000" } })).json();
};
const namesOf = async (id: string) =>
  (await viewers(`/api/video?id=${id}`)).info.tags.map(({ name }: { name: string }) => name);
const auditOf = async (id: string) =>
  (
    await app.database.pool.query(
      "select action, actor, before, after from audit where subject_kind = 'tag' and subject_id = $1 order by at, id",
      [id],
    )
  ).rows;
const tagged = (...names: string[]) =>
  makeSeries(app, { tags: names.map((en) => ({ kind: "tag" as const, name: { en } })) });

test("C11: a tag is created and named in five languages, and its new name is shown, searched and audited", async () => {
  const made = await create({ en: " Slow  burn ", fr: "Feu lent" });
  expect(made.info.list).toContainEqual({
    id: "slow-burn",
    kind: "tag",
    name: "Slow burn",
    names: { en: "Slow burn", fr: "Feu lent" },
    series: 0,
  });
  const { id } = await tagged("Slow burn");
  app.clock.advance(1);
  const rename = {
    id: "slow-burn",
    from: { en: "Slow burn" },
    names: { en: "Embers", de: "Glut" },
  };
  expect((await editor.call("POST", "/tag", rename)).code).toBe(200);
  expect(await namesOf(id)).toEqual(["Embers"]);
  const found = await viewers("/api/homepage/query?keyword=embers");
  expect(JSON.stringify(found.data)).toContain(id);
  const [first, second] = await auditOf("slow-burn");
  expect(first).toMatchObject({ action: "tag.create", actor: editor.id });
  expect(second).toMatchObject({ action: "tag.change", after: { name: { en: "Embers", de: "Glut" } } });
  // What somebody else wrote meanwhile is not lost, and a repeated request writes nothing.
  expect((await editor.call("POST", "/tag", rename)).code).toBe(200);
  expect(await editor.call("POST", "/tag", { ...rename, names: { en: "Cinders" } })).toMatchObject({
    code: 409,
    reason: "changed_meanwhile",
  });
  expect(await auditOf("slow-burn")).toHaveLength(2);
});

test("C4: names that are missing, too long or there already are refused at their field, and who may not edit changes nothing", async () => {
  await create({ en: "Opera", es: "Ópera" });
  const fault = async (names: object, kind = "tag") => (await create(names, kind)).errors;
  expect(await fault({ fr: "Sans anglais" })).toMatchObject([{ field: "names.en" }]);
  expect(await fault({ en: "x".repeat(61) })).toMatchObject([
    { field: "names.en", message: "At most 60 characters fit here; this has 61." },
  ]);
  expect(await fault({ en: "Singing", es: "ópera" })).toMatchObject([
    { field: "names.es", message: "There is a tag “ópera” already. Choose another name, or merge the two." },
  ]);
  expect((await create({ en: "Opera" }, "category")).info.list.map(({ id }: ConsoleTag) => id)).toContain(
    "opera-2",
  );
  const support = await makeOperator(app, "support");
  for (const [method, path, body] of [
    ["POST", "/tag", { kind: "tag", names: { en: "No" } }],
    ["DELETE", "/tag", { id: "opera" }],
    ["POST", "/tag/undo", { id: "opera" }],
    ["POST", "/tag/merge", { id: "opera", into: "opera-2", dryRun: true }],
    ["POST", "/tag/order", { from: ["opera-2"], order: ["opera-2"] }],
  ] as const)
    expect(await support.call(method, path, body)).toMatchObject({ code: 403, reason: "not_permitted" });
  expect((await support.call("GET", "/tag")).code).toBe(200);
});

test("C29: a deleted tag leaves series and drafts at once and comes back to both within a day, and not later or twice", async () => {
  const { id } = await tagged("Lanterns", "Rivers");
  await editor.call("POST", "/series/change", {
    id,
    set: [{ path: "tags", from: ["lanterns", "rivers"], to: ["rivers", "lanterns"] }],
  });
  app.clock.advance(1);
  expect((await remove("lanterns")).info.list.map((tag: ConsoleTag) => tag.id)).not.toContain("lanterns");
  expect(await namesOf(id)).toEqual(["Rivers"]);
  const draft = async () => (await editor.call("GET", `/series/one?id=${id}`)).info.content.tags;
  expect(await draft()).toEqual(["rivers"]);
  // The draft can still be changed, which a tag that is not there would refuse.
  const title = { path: "title.de", from: null, to: "Salz" };
  expect((await editor.call("POST", "/series/change", { id, set: [title] })).code).toBe(200);
  app.clock.advance(1);
  expect((await undo("lanterns")).code).toBe(200);
  expect((await undo("lanterns")).code).toBe(200);
  expect(await namesOf(id)).toEqual(["Lanterns", "Rivers"]);
  expect(await draft()).toEqual(["rivers", "lanterns"]);
  expect((await auditOf("lanterns")).map(({ action }) => action)).toEqual(["tag.delete", "tag.undo"]);

  await remove("rivers");
  await create({ en: "Rivers" });
  expect(await undo("rivers")).toMatchObject({ code: 409, reason: "changed_meanwhile" });
  await remove("lanterns");
  app.clock.advance(25 * 3600 * 1000);
  const later = await makeOperator(app, "editor");
  expect((await undo("lanterns", later)).code).toBe(404);
  await removedTagsTask().run({ db: app.database.db, clock: app.clock } as never);
  const { rows } = await app.database.pool.query("select id from removed_tag");
  expect(rows).toEqual([]);
  editor = later;
});

test("C37: a merge does what was shown, is refused when that changed, and takes every series along", async () => {
  const [one, both] = [await tagged("Boats"), await tagged("Boats", "Ships")];
  await create({ en: "Vessels" }, "category");
  const merge = (body: object) => editor.call("POST", "/tag/merge", { id: "boats", into: "ships", ...body });
  const seen = (await merge({ dryRun: true })).info.effect;
  expect(seen.sentences[0]).toBe("2 series with “Boats” get “Ships” instead; 1 has both.");
  const third = await tagged("Boats");
  expect(await merge({ effect: seen.hash })).toMatchObject({ code: 409, reason: "changed_meanwhile" });
  expect((await merge({ into: "vessels", dryRun: true })).info.effect.sentences[0]).toMatch(
    /Two of one kind/,
  );
  expect((await merge({ into: "boats" })).errors?.[0]?.field).toBe("into");
  const { hash } = (await merge({ dryRun: true })).info.effect;
  const done = await merge({ effect: hash });
  expect(done.info.list.find(({ id }: ConsoleTag) => id === "ships").series).toBe(3);
  for (const { id } of [one, both, third]) expect(await namesOf(id)).toEqual(["Ships"]);
  expect(await auditOf("boats")).toMatchObject([
    { action: "tag.merge", before: { series: 3 }, after: { into: "ships" } },
  ]);
});

/** What the console says of a series' unpublished changes, and its tags with them. */
const edited = async (id: string) => {
  const { unpublished, content, version } = (await editor.call("GET", `/series/one?id=${id}`)).info;
  return { unpublished, tags: content.tags, version };
};
const setTags = (id: string, from: string[], to: string[]) =>
  editor.call("POST", "/series/change", { id, set: [{ path: "tags", from, to }] });

test("C29: a draft that says the same as what is live once a tag is deleted is none, and is back when the deletion is undone", async () => {
  const adds = await tagged("Tides");
  await create({ en: "Gulls" });
  await setTags(adds.id, ["tides"], ["gulls", "tides"]);
  const takes = await tagged("Tides", "Gulls");
  await setTags(takes.id, ["tides", "gulls"], ["tides"]);
  const more = await tagged("Tides");
  await setTags(more.id, ["tides"], ["tides", "gulls"]);
  const title = { path: "title.de", from: null, to: "Möwen" };
  await editor.call("POST", "/series/change", { id: more.id, set: [title] });
  const drafts = async () =>
    (await editor.call("GET", "/series?draft=1&size=100")).data.list.map(({ id }: { id: string }) => id);
  expect(await drafts()).toEqual(expect.arrayContaining([adds.id, takes.id, more.id]));
  await remove("gulls");
  for (const { id } of [adds, takes])
    expect(await edited(id)).toMatchObject({ unpublished: null, tags: ["tides"] });
  expect(await edited(more.id)).toMatchObject({ unpublished: ["title.de"], tags: ["tides"] });
  expect(await drafts()).toEqual(expect.not.arrayContaining([adds.id]));
  expect(await drafts()).toEqual(expect.not.arrayContaining([takes.id]));
  expect((await undo("gulls")).code).toBe(200);
  expect(await edited(adds.id)).toMatchObject({ unpublished: ["tags"], tags: ["gulls", "tides"] });
  expect(await edited(takes.id)).toMatchObject({ unpublished: ["tags"], tags: ["tides"] });
  expect(await namesOf(takes.id)).toEqual(["Tides", "Gulls"]);
  expect(await edited(more.id)).toMatchObject({
    unpublished: ["title.de", "tags"],
    tags: ["tides", "gulls"],
  });
});

test("C29: what was changed since a tag was deleted stays when the deletion is undone", async () => {
  const [published, begun] = [await tagged("Coves"), await tagged("Coves")];
  await create({ en: "Dunes" });
  await create({ en: "Reeds" });
  for (const { id } of [published, begun]) await setTags(id, ["coves"], ["coves", "dunes"]);
  await remove("dunes");
  for (const { id } of [published, begun]) await setTags(id, ["coves"], ["reeds"]);
  await editor.call("POST", "/series/change", {
    id: begun.id,
    set: [{ path: "title.de", from: null, to: "Schilf" }],
  });
  const { version } = await edited(published.id);
  await publishSeries(actingOn(app), { id: published.id, version }, async () => undefined);
  await undo("dunes");
  expect(await edited(published.id)).toMatchObject({ unpublished: ["tags"], tags: ["reeds", "dunes"] });
  expect(await edited(begun.id)).toMatchObject({
    unpublished: ["title.de", "tags"],
    tags: ["reeds", "dunes"],
  });
});

test("C29: a draft that was begun while a tag was deleted has it again when the deletion is undone, and one that was without it stays so", async () => {
  const [begun, without] = [await tagged("Kelp", "Foam"), await tagged("Kelp", "Foam")];
  const name = (id: string) =>
    editor.call("POST", "/series/change", { id, set: [{ path: "title.de", from: null, to: "Tang" }] });
  await setTags(without.id, ["kelp", "foam"], ["foam"]);
  await name(without.id);
  await remove("kelp");
  await name(begun.id);
  expect(await edited(without.id)).toMatchObject({ unpublished: ["title.de"], tags: ["foam"] });
  expect((await undo("kelp")).code).toBe(200);
  expect(await edited(begun.id)).toMatchObject({ unpublished: ["title.de"], tags: ["kelp", "foam"] });
  expect(await edited(without.id)).toMatchObject({ unpublished: ["title.de", "tags"], tags: ["foam"] });
});

test("C29: drafts that were discarded while a tag was deleted count as none when it is back, and those begun anew have what their series has", async () => {
  const [without, adds] = [await tagged("Moss", "Fern"), await tagged("Fern")];
  const name = (id: string, from: string | null, to: string) =>
    editor.call("POST", "/series/change", { id, set: [{ path: "title.de", from, to }] });
  await setTags(without.id, ["moss", "fern"], ["fern"]);
  await setTags(adds.id, ["fern"], ["fern", "moss"]);
  for (const { id } of [without, adds]) await name(id, null, "Moos");
  app.clock.advance(1);
  await remove("moss");
  app.clock.advance(1);
  for (const { id } of [without, adds]) {
    const { version } = await edited(id);
    expect((await editor.call("POST", "/series/discard", { id, version })).code).toBe(200);
    await name(id, null, "Farn");
  }
  expect((await undo("moss")).code).toBe(200);
  expect(await edited(without.id)).toMatchObject({ unpublished: ["title.de"], tags: ["moss", "fern"] });
  expect(await edited(adds.id)).toMatchObject({ unpublished: ["title.de"], tags: ["fern"] });
});

test("C37: a draft that says the same as what is live once a tag has taken another's place is none", async () => {
  const { id } = await tagged("Skiffs");
  await create({ en: "Dinghies" });
  await setTags(id, ["skiffs"], ["dinghies"]);
  const merge = (body: object) =>
    editor.call("POST", "/tag/merge", { id: "skiffs", into: "dinghies", ...body });
  const { hash } = (await merge({ dryRun: true })).info.effect;
  expect((await merge({ effect: hash })).code).toBe(200);
  expect(await edited(id)).toMatchObject({ unpublished: null, tags: ["dinghies"] });
});

test("C33: a tag whose series home shows is neither deleted nor merged, and the sentence names the section", async () => {
  await tagged("Harbour");
  await create({ en: "Quay" });
  const section = {
    act: "add",
    id: "harbour",
    kind: "row",
    source: { type: "tag", tag: "harbour" },
    size: 10,
    title: "By the sea",
  };
  expect((await editor.call("POST", `${HOME}/change`, section)).code).toBe(200);
  const sentence =
    "Home shows its series in “By the sea”, in the changes that are not published. Choose another source for that section, and publish home, first.";
  expect((await remove("harbour")).errors?.[0]?.message).toBe(sentence);
  const merge = { id: "harbour", into: "quay", dryRun: true };
  expect((await editor.call("POST", "/tag/merge", merge)).info.effect).toEqual({
    hash: null,
    sentences: [sentence],
  });
  expect((await editor.call("POST", "/tag/merge", { id: "quay", into: "harbour", dryRun: true })).code).toBe(
    200,
  );
});

test("C29: categories are put in order, viewers see it, and an order on top of another is refused", async () => {
  for (const en of ["Alpha", "Beta", "Gamma"]) await create({ en }, "category");
  await makeSeries(app, {
    tags: ["Alpha", "Beta", "Gamma"].map((en) => ({ kind: "category" as const, name: { en } })),
  });
  const ids = async () => (await list()).filter(({ kind }) => kind === "category").map(({ id }) => id);
  const from = await ids();
  const order = ["gamma", ...from.filter((id) => id !== "gamma")];
  expect((await editor.call("POST", "/tag/order", { from, order })).code).toBe(200);
  expect(await ids()).toEqual(order);
  const shown = (await viewers("/api/tag?kind=category")).data.list.map(({ id }: { id: string }) => id);
  expect(shown.slice(0, 3)).toEqual(["gamma", "alpha", "beta"]);
  expect(await editor.call("POST", "/tag/order", { from, order: from.toReversed() })).toMatchObject({
    code: 409,
    reason: "changed_meanwhile",
  });
  expect((await editor.call("POST", "/tag/order", { from, order })).code).toBe(200);
  expect(await auditOf("order")).toHaveLength(1);
});
