import type { TextsEffect } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeOperator, makeOperator } from "#test/console";
import { makeSeries } from "#test/factories";
import { unaudited } from "#test/unaudited";

let app: TestApp;
let editor: MadeOperator;
beforeAll(async () => {
  app = await testApp();
  editor = await makeOperator(app, "editor");
});
afterAll(() => app.close());

const exported = async (id: string) =>
  (
    await app.http.inject({
      url: `/api/console/texts/export?id=${id}`,
      headers: { host: "localhost:3000", cookie: `console=${editor.cookie}` },
    })
  ).body;
const preview = async (table: string): Promise<TextsEffect> =>
  (await editor.call("POST", "/texts/import", { table, dryRun: true })).info.effect;
const take = (table: string, effect?: string | null) =>
  editor.call("POST", "/texts/import", { table, ...(effect ? { effect } : {}) });
const read = async (id: string) => (await editor.call("GET", `/series/one?id=${id}`)).info;
const auditOf = async (id: string) =>
  (
    await app.database.pool.query(
      "select actor, before, after from audit where subject_id = $1 and action = 'texts.import'",
      [id],
    )
  ).rows;

test("C28, C30: a table of two series goes into the draft of the live one and straight into the other, each with a version and a row", async () => {
  const [live, draft] = [await makeSeries(app), await makeSeries(app)];
  await unaudited(app.database.pool).query(
    "update series set state = 'draft', published_at = null where id = $1",
    [draft.id],
  );
  const episode = live.episodes[1]?.id ?? "";
  const table = [
    "series;field;en;fr;note",
    `${live.id};title;The Salt Road;La route du sel;for us`,
    `${live.id};Episode 02;;"Deux;\n""encore"""`,
    `${draft.id};synopsis;Two sisters.;`,
  ].join("\r\n");
  const effect = await preview(table);
  expect(effect).toMatchObject({ rows: 3, changes: 3, series: 2, live: 1, faults: [] });
  expect(effect.differences).toContainEqual({
    series: live.id,
    title: "The Salt Road",
    field: "episode 2",
    language: "fr",
    from: null,
    to: 'Deux;\n"encore"',
  });
  expect((await read(live.id)).version).toBe(1);
  expect(await take(table)).toMatchObject({ code: 409, reason: "changed_meanwhile" });
  expect((await take(table, effect.hash)).info).toEqual({ effect: null, changed: 3 });
  const after = await read(live.id);
  expect(after).toMatchObject({ version: 2, unpublished: ["title.fr", `episode.${episode}.fr`] });
  // An empty cell leaves the text as it is.
  expect(after.content.episodes[episode]).toEqual({ en: "Part 2", fr: 'Deux;\n"encore"' });
  expect(await read(draft.id)).toMatchObject({
    unpublished: null,
    content: { synopsis: { en: "Two sisters." } },
  });
  expect(await auditOf(live.id)).toMatchObject([
    { actor: editor.id, before: { "title.fr": null }, after: { "title.fr": "La route du sel" } },
  ]);
  expect(await auditOf(draft.id)).toHaveLength(1);
  const undone = await editor.call("POST", "/series/restore", { id: live.id, version: 2, restore: 1 });
  expect(undone.info.unpublished).toBeNull();
  expect(await preview(table)).toMatchObject({ changes: 2 });
});

test("T39, C28: what is exported changes nothing when it is imported, and no cell is a formula", async () => {
  const title = { en: '=HYPERLINK("http://x","y")', fr: "'+1", es: "-5 °C", de: "@home", pt: " \t=1" };
  const { id } = await makeSeries(app, { title });
  await editor.call("POST", "/series/change", {
    id,
    set: [{ path: "synopsis.de", from: null, to: 'Erste Zeile\n\n"Zweite", Zeile; \ttief' }],
  });
  const csv = await exported(id);
  expect(csv.startsWith("\uFEFFseries,name,field,en,es,fr,de,pt\r\n")).toBe(true);
  const cells = csv.split(/[,\r\n]/).map((cell) => cell.replace(/^"/, "").trimStart());
  expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
  expect(await preview(csv)).toMatchObject({ hash: null, changes: 0, faults: [], rows: 5 });
  const changed = csv.replace("'-5 °C", "'+5 °C");
  expect((await preview(changed)).differences).toMatchObject([
    { field: "title", language: "es", from: "-5 °C", to: "+5 °C" },
  ]);
  // A sheet gives back tabs as well as commas.
  const tsv = `series\tfield\tpt\n${id}\tsynopsis\t=1+1\n`;
  expect((await preview(tsv)).differences).toMatchObject([{ to: "=1+1" }]);
});

test("C28: each bad row is named by its line with the way out, and the others are taken", async () => {
  const { id } = await makeSeries(app);
  const table = [
    "series,field,en,dy",
    `${id},title,Fine,Gut`,
    "nowhere,title,x,",
    `${id},episode 9,x,`,
    `${id},colour,x,`,
    `"${id}",title,"again",`,
    `${id},episode 1,${"x".repeat(201)},`,
    `${id},synopsis,one,two,three`,
    ",synopsis,x,",
  ].join("\n");
  const effect = await preview(table);
  expect(effect.faults.map(({ line, message }) => `${line} ${message}`)).toEqual([
    "3 There is no series “nowhere”. Give the id that an exported table has.",
    "4 The series has no episode 9. Upload its film first, or take the line out.",
    "5 “colour” is no field. Write title, synopsis or episode 3.",
    "6 Line 2 is about the same texts. Keep one of the two.",
    "7 en: At most 200 characters fit here; this has 201.",
    "8 It has 5 cells, and the first line has 4. Put texts with separators into quotes.",
    "9 It names no series. Give the id that an exported table has.",
  ]);
  expect(effect).toMatchObject({ rows: 8, changes: 2, series: 1 });
  expect((await take(table, effect.hash)).info.changed).toBe(2);
  expect((await read(id)).content.title).toEqual({ en: "Fine", de: "Gut" });
});

test("T39: what is no table, too large, or no text is refused whole with a sentence; a change meanwhile and who may not, too", async () => {
  const { id } = await makeSeries(app);
  const head = "series,field,en\n";
  const many = `${head}${`${id},title,x\n`.repeat(10_001)}`;
  for (const [table, words] of [
    ["title,en\nx,y", /The first line names the columns: series, field and at least one of en/],
    ["series,field,en,en\nx,title,y,z", /The first line names the columns/],
    [`${head}PK\u0003\u0004\0`, /This is no text. Save the sheet as CSV or TSV/],
    [many, /has 10,001 rows; at most 10,000 are taken at once. Split it/],
    [`${head}${id},title,"${"é".repeat(1_100_000)}"`, /larger than 2 MB/],
  ] as const) {
    const effect = await preview(table);
    expect(effect.hash).toBeNull();
    expect(effect.faults[0]?.message).toMatch(words);
    expect((await take(table, "0".repeat(64))).errors?.[0]?.message).toMatch(words);
  }
  const table = `${head}${id},title,Other`;
  const { hash } = await preview(table);
  await editor.call("POST", "/series/change", { id, set: [{ path: "title.fr", from: null, to: "Autre" }] });
  expect(await take(table, hash)).toMatchObject({ code: 409, reason: "changed_meanwhile" });
  const support = await makeOperator(app, "support");
  expect(await support.call("POST", "/texts/import", { table, dryRun: true })).toMatchObject({ code: 403 });
  expect(await auditOf(id)).toEqual([]);
  expect((await editor.call("GET", "/texts/export?id=nowhere")).code).toBe(404);
});
