import type { ConsolePage } from "@cliffhanger/contract/console/pages";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leftScreen, openTab } from "../../../test/left-screen.ts";
import { keepEdits, keptEdits } from "../../lib/leaving.ts";
import { usePageEdits } from "./use-page-edits.ts";

const usual = { title: "Questions", markdown: "Ours" };
const page = { name: "commonQuestions", language: "en", version: 1, own: null, usual } as ConsolePage;

beforeEach(openTab);
afterEach(() => vi.unstubAllGlobals());

const open = () => leftScreen(() => usePageEdits(page));

test("C49: what is typed after a page was left and opened again stays when the text that was being saved is answered", () => {
  const name = "page commonQuestions en";
  const sent = { title: "Questions", markdown: "Mine" };
  keepEdits(name, JSON.stringify({ ...sent, version: 1 }));
  const left = open();
  open().set({ markdown: "Mine, and more" });
  left.saved(sent, 2);
  expect(JSON.parse(keptEdits(name) ?? "null")).toEqual({ ...sent, markdown: "Mine, and more", version: 2 });
  open().discard();
  keepEdits(name, JSON.stringify({ ...sent, version: 1 }));
  open().saved(sent, 2);
  expect(keptEdits(name)).toBeNull();
});
