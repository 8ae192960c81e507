import type { ConsoleSeries } from "@cliffhanger/contract/console/series";
import { expect, test, vi } from "vitest";
import { leftScreen, openTab } from "../../../test/left-screen.ts";
import { keepEdits, keptEdits } from "../../lib/leaving.ts";
import { toastStore } from "../../lib/toasts.ts";
import { type Edits, useEdits } from "./use-edits.ts";

const content = { title: { en: "Harbour" }, synopsis: {}, episodes: {}, tags: [], free: 3 };
const series = { id: "harbour", content } as unknown as ConsoleSeries;

/** Returns the edits of the series that a tab keeps. */
async function openEdits(kept: object): Promise<Edits> {
  await openTab();
  keepEdits("series:harbour", JSON.stringify(kept));
  return leftScreen(() => useEdits(series));
}

test("C49: what was saved is no longer kept as an edit when its answer comes after the page was left", async () => {
  const edits = await openEdits({ "title.en": { from: "Harbour", to: "Port" } });
  expect(edits.count).toBe(1);
  const info = { ...series, content: { ...content, title: { en: "Port" } } };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ code: 200, info })));
  expect(await edits.save()).toBe(true);
  expect(keptEdits("series:harbour")).toBeNull();
  vi.unstubAllGlobals();
});

test("C29, C49: the text of an episode that was removed meanwhile is left out, and everything else is saved", async () => {
  const edits = await openEdits({
    "title.en": { from: "Harbour", to: "Port" },
    "episode.e9.en": { from: null, to: "The ninth" },
  });
  const sent: { path: string }[][] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string | null }) => {
    if (path.includes("/series/one")) return Response.json({ code: 200, info: series });
    const { set } = JSON.parse(body ?? "{}") as { set: { path: string }[] };
    sent.push(set);
    const errors = set
      .filter((one) => one.path.startsWith("episode"))
      .map((one) => ({ field: one.path, message: "There is no such field." }));
    if (errors.length > 0) return Response.json({ code: 400, reason: "invalid", errors }, { status: 400 });
    return Response.json({ code: 200, info: { ...series, content: { ...content, title: { en: "Port" } } } });
  });
  expect(await edits.save()).toBe(true);
  expect(sent.map((set) => set.map(({ path }) => path))).toEqual([
    ["title.en", "episode.e9.en"],
    ["title.en"],
  ]);
  expect(keptEdits("series:harbour")).toBeNull();
  expect(toastStore.get().map(({ text }) => text)).toEqual([
    "1 text is left out: the episode was removed meanwhile.",
  ]);
  vi.unstubAllGlobals();
});
