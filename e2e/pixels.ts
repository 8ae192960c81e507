import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test as base, expect, type Page, type Request } from "@playwright/test";
import { type App, openApp } from "./start-app.ts";

/** The ids that the journeys' site has configured. */
export const ids = {
  meta: "123456789012345",
  tiktok: "C4A1B2C3D4E5F6G7H8I9",
  google: "G-ABCDE12345",
} as const;
const entries = { facebook_pixel_id: ids.meta, tiktok_pixel: ids.tiktok, google_analytics: ids.google };

/** Something that a vendor's stand-in was told. */
export interface Told {
  vendor: "meta" | "tiktok" | "google" | "errors";
  kind: "script" | "event";
  id: string;
  event: string;
  eventId: string | null;
  page: string | null;
  params: Record<string, unknown>;
  wire: { method: string; url: string; body: string; referer: string | null };
}

/** Everything that the page asked of others than the site itself. */
type Foreign = Request[];

/** Journeys on a site that has all three pixels, on an app of its own; nobody has been asked yet. */
export const test = base.extend<{ foreign: Foreign; origin: string }, { site: App }>({
  site: [
    async ({ browserName: _ }, use) => {
      const app = await openApp();
      for (const [key, value] of Object.entries(entries)) await operator(app, "config", "set", key, value);
      await use(app);
      await app.close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
  origin: async ({ site }, use) => use(site.origin),
  foreign: [
    async ({ page, site }, use) => {
      await fetch(`${site.pixelsControl}/received`, { method: "DELETE" });
      const foreign: Foreign = [];
      page.on("request", (request) => {
        if (!request.url().startsWith(`${site.origin}/`) && !/^(data|blob):/.test(request.url()))
          foreign.push(request);
      });
      await use(foreign);
    },
    { auto: true },
  ],
});

export { expect };

/** Does what an operator does at the site's command line. */
export async function operator(app: App, command: "config" | "site", ...args: string[]): Promise<void> {
  const file = join(import.meta.dirname, `../server/src/site/${command}-command.ts`);
  const env = { ...process.env, DATA_DIR: app.dataDir };
  await promisify(execFile)(process.execPath, [file, ...args], { env });
}

/** What the stand-ins were told, in its order; scripts that were fetched count as well. */
export async function told(app: App): Promise<Told[]> {
  const response = await fetch(`${app.pixelsControl}/received`);
  return ((await response.json()) as { received: Told[] }).received;
}

/** Which events a vendor was told, by its own names. */
export async function events(app: App, vendor: Told["vendor"]): Promise<string[]> {
  return (await told(app))
    .filter((one) => one.vendor === vendor && one.kind === "event")
    .map(({ event }) => event);
}

/** The banner. */
export function banner(page: Page) {
  return page.getByRole("region", { name: "Your privacy, your choice" });
}

/** Opens a page as somebody who has just allowed everything. */
export async function allow(page: Page, path = "/"): Promise<void> {
  await page.goto(path);
  await banner(page).getByRole("button", { name: "Accept" }).click();
  await expect(banner(page)).toHaveCount(0);
}
