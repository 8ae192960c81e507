import type { Homepage } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { makeSeries } from "#test/factories";
import { actingOn } from "#test/unaudited";
import { changeHome, discardHome, readHome } from "./home.ts";
import { listSections } from "./repository.ts";
import { addSection, moveSection, parseSource, removeSection, setSection } from "./sections.ts";

let app: TestApp;
let id: string;

beforeAll(async () => {
  app = await testApp();
  ({ id } = await makeSeries(app, { tags: [{ kind: "category", name: { en: "Romance" } }], episodes: 1 }));
});
afterAll(() => app.close());

const order = async () => (await listSections(app.database.db)).map((section) => section.id);
const home = async (language = "en"): Promise<Homepage> =>
  (await app.http.inject({ url: "/api/homepage", headers: { "accept-language": language } })).json().info;

test("R11: operators add, rename, move and remove sections, and home shows them", async () => {
  await home();
  await addSection(
    actingOn(app),
    "hearts",
    { source: "tag:romance", size: "5", titles: { en: "Hearts" } },
    "2",
  );
  expect(await order()).toEqual(["featured", "hearts", "asian-stories", "top", "recommended", "categories"]);
  await expect.poll(async () => (await home()).sections[0]?.title).toBe("Hearts");
  await setSection(actingOn(app), "hearts", { titles: { fr: "Cœurs" }, kind: "grid" });
  await expect
    .poll(async () => (await home("fr")).sections[0])
    .toMatchObject({ title: "Cœurs", kind: "grid" });
  await moveSection(actingOn(app), "hearts", "6");
  expect((await order()).at(-1)).toBe("hearts");
  await removeSection(actingOn(app), "hearts");
  expect(await order()).toEqual(["featured", "asian-stories", "top", "recommended", "categories"]);
  await expect.poll(async () => (await home()).sections.some((one) => one.id === "hearts")).toBe(false);
});

test("a section shows the series chosen by the operator, in that order", async () => {
  const second = await makeSeries(app, { title: { en: "Second" }, episodes: 1 });
  const source = `series:${second.id},${id}`;
  await addSection(actingOn(app), "chosen", { source, titles: { en: "Chosen" } }, undefined);
  const url = "/api/homepage/query?section=chosen";
  const list = (await app.http.inject(url)).json().data.list;
  expect(list.map((card: { id: string }) => card.id)).toEqual([second.id, id]);
});

test.each([
  [{ kind: "carousel" }, "no kind"],
  [{ source: "tag:nowhere" }, "no category or tag"],
  [{ source: "series:nothing" }, "no series"],
  [{ source: "best" }, "no source"],
  [{ source: "categories" }, "go together"],
  [{ size: "0" }, "no size"],
  [{ size: "61" }, "no size"],
  [{ size: "many" }, "no size"],
  [{ kind: "featured" }, "already"],
  [{ titles: { fr: " " } }, "empty"],
  [{ titles: { de: "x".repeat(81) } }, "longer"],
])("an invalid instruction is refused with a sentence and changes nothing: %j", async (change, words) => {
  const before = await listSections(app.database.db);
  await expect(setSection(actingOn(app), "top", change)).rejects.toThrow(words);
  expect(await listSections(app.database.db)).toEqual(before);
});

test("impossible ids and positions are refused, and the existing ones are named", async () => {
  const whole = { source: "newest", titles: { en: "New" } };
  await expect(addSection(actingOn(app), "two words", whole, undefined)).rejects.toThrow("cannot be an id");
  await expect(addSection(actingOn(app), "top", whole, undefined)).rejects.toThrow("already");
  await expect(addSection(actingOn(app), "new", { titles: { en: "New" } }, undefined)).rejects.toThrow(
    "--source",
  );
  await expect(addSection(actingOn(app), "new", { source: "newest" }, undefined)).rejects.toThrow("--title");
  await expect(addSection(actingOn(app), "new", whole, "99")).rejects.toThrow("no place");
  await expect(moveSection(actingOn(app), "topp", "1")).rejects.toThrow("There are: featured, asian-stories");
  expect(() => parseSource("series:a,,b")).toThrow("no source");
});

test("C33: while the console has unpublished changes of home, a command changes nothing and says what to do", async () => {
  const acting = actingOn(app);
  await changeHome(acting, { act: "move", id: "top", before: "featured" });
  const before = await order();
  await expect(moveSection(acting, "categories", "1")).rejects.toThrow("Publish or discard them there");
  expect(await order()).toEqual(before);
  await discardHome(acting, await readHome(app.database.db));
  await moveSection(acting, "categories", "1");
  expect((await order())[0]).toBe("categories");
});
