import type { Page } from "@playwright/test";
import { received } from "./pixels.ts";

/** Returns the errors that a page reported. */
export const reports = async (site: Parameters<typeof received>[0]) =>
  (await received(site)).filter(({ vendor, kind }) => vendor === "errors" && kind === "event");

/**
 * Removes the inlined answer of GET /api/config before the app reads it, as a page from a cache of another version may lack
 * it. The page itself must come from the network: Chromium keeps a page that a test wrote away from loopback hosts.
 */
export async function withoutConfiguration(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      const element = document.getElementById("page-state");
      const state = JSON.parse(element?.textContent ?? "{}") as { queries?: { name: string }[] };
      const queries = state.queries?.filter(({ name }) => name !== "GET /api/config");
      if (!element || queries?.length === state.queries?.length) throw new Error("Nothing was inlined.");
      element.textContent = JSON.stringify({ ...state, queries });
    });
  });
}
