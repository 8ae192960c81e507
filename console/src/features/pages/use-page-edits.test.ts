import type { ConsolePage } from "@cliffhanger/contract/console/pages";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepEdits, keptEdits } from "../../lib/leaving.ts";
import { type PageEdits, usePageEdits } from "./use-page-edits.ts";

const usual = { title: "Questions", markdown: "Ours" };
const page = { name: "commonQuestions", language: "en", version: 1, own: null, usual } as ConsolePage;

beforeEach(() => {
  const tab = new EventTarget();
  vi.stubGlobal("addEventListener", tab.addEventListener.bind(tab));
  vi.stubGlobal("removeEventListener", tab.removeEventListener.bind(tab));
});
afterEach(() => vi.unstubAllGlobals());

function Editor({ show }: { show: (edits: PageEdits) => void }) {
  show(usePageEdits(page));
  return null;
}

/** Opens the editor. One that is rendered to text takes no updates, as one that was left. */
function open(): PageEdits {
  const show = vi.fn<(edits: PageEdits) => void>();
  renderToString(<Editor show={show} />);
  const edits = show.mock.lastCall?.[0];
  if (!edits) throw new Error("Nothing was rendered.");
  return edits;
}

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
