import type { ConsoleSeries } from "@cliffhanger/contract/console/series";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { keepEdits, keptEdits } from "../../lib/leaving.ts";
import { showLanguage } from "../../lib/messages.ts";
import { type Edits, useEdits } from "./use-edits.ts";

const content = { title: { en: "Harbour" }, synopsis: {}, episodes: {}, tags: [], free: 3 };
const series = { id: "harbour", content } as unknown as ConsoleSeries;

function Page({ show }: { show: (edits: Edits) => void }) {
  show(useEdits(series));
  return null;
}

test("C49: what was saved is no longer kept as an edit when its answer comes after the page was left", async () => {
  const tab = new EventTarget();
  vi.stubGlobal("addEventListener", tab.addEventListener.bind(tab));
  vi.stubGlobal("removeEventListener", tab.removeEventListener.bind(tab));
  await showLanguage("en");
  keepEdits("series:harbour", JSON.stringify({ "title.en": { from: "Harbour", to: "Port" } }));
  const show = vi.fn<(edits: Edits) => void>();
  // A page that is rendered to text takes no updates, as one that was left.
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <Page show={show} />
    </QueryClientProvider>,
  );
  const edits = show.mock.lastCall?.[0];
  expect(edits?.count).toBe(1);
  const info = { ...series, content: { ...content, title: { en: "Port" } } };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ code: 200, info })));
  expect(await edits?.save()).toBe(true);
  expect(keptEdits("series:harbour")).toBeNull();
  vi.unstubAllGlobals();
});
