import type { ConsoleSite } from "@cliffhanger/contract/console/site";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { keepEdits, keptEdits } from "../../lib/leaving.ts";
import { showLanguage } from "../../lib/messages.ts";
import { type SiteEdits, useSiteEdits } from "./use-site-edits.ts";

const siteNamed = (value: string) => ({ settings: [{ key: "name", value }] }) as unknown as ConsoleSite;

function Screen({ show }: { show: (edits: SiteEdits) => void }) {
  show(useSiteEdits(siteNamed("Tram")));
  return null;
}

/** Opens the settings. A screen that is rendered to text takes no updates, as one that was left. */
function open(): SiteEdits {
  const show = vi.fn<(edits: SiteEdits) => void>();
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <Screen show={show} />
    </QueryClientProvider>,
  );
  const edits = show.mock.lastCall?.[0];
  if (!edits) throw new Error("Nothing was rendered.");
  return edits;
}

test("C49: what is typed after the settings were left and opened again stays when those that were being saved are answered", async () => {
  const tab = new EventTarget();
  vi.stubGlobal("addEventListener", tab.addEventListener.bind(tab));
  vi.stubGlobal("removeEventListener", tab.removeEventListener.bind(tab));
  await showLanguage("en");
  keepEdits("site", JSON.stringify({ name: { from: "Tram", to: "Night Tram" } }));
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  open().save();
  open().set("name", "Night Tram & Co");
  answer(Response.json({ code: 200, info: siteNamed("Night Tram") }));
  const kept = { name: { from: "Night Tram", to: "Night Tram & Co" } };
  await vi.waitFor(() => expect(JSON.parse(keptEdits("site") ?? "null")).toEqual(kept));
  vi.unstubAllGlobals();
});
