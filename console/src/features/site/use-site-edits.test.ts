import type { ConsoleSite } from "@cliffhanger/contract/console/site";
import { expect, test, vi } from "vitest";
import { leftScreen, openTab } from "../../../test/left-screen.ts";
import { keepEdits, keptEdits } from "../../lib/leaving.ts";
import { useSiteEdits } from "./use-site-edits.ts";

const siteNamed = (value: string) => ({ settings: [{ key: "name", value }] }) as unknown as ConsoleSite;

const open = () => leftScreen(() => useSiteEdits(siteNamed("Tram")));

test("C49: what is typed after the settings were left and opened again stays when those that were being saved are answered", async () => {
  await openTab();
  keepEdits("site", JSON.stringify({ name: { from: "Tram", to: "Night Tram" } }));
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  open().save();
  open().set("name", "Night Tram & Co");
  answer(Response.json({ code: 200, info: siteNamed("Night Tram") }));
  const kept = { name: { from: "Night Tram", to: "Night Tram & Co" } };
  await expect.poll(() => JSON.parse(keptEdits("site") ?? "null") as object).toEqual(kept);
  vi.unstubAllGlobals();
});
