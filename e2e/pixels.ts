import type { Page, Request } from "@playwright/test";
import { expect, test as journey } from "./journey.ts";
import type { App } from "./start-app.ts";
import type { WorkerApp } from "./worker-app.ts";

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

/** Journeys on a site that has all three pixels; they call the vendors' simulators, and nobody has been asked yet. */
export const test = journey.extend<{ foreign: Foreign; site: WorkerApp }>({
  appKind: "own",
  siteConfig: entries,
  // These tests check the calls to other hosts themselves.
  watch: async ({ page: _ }, use) => use({ complaints: [], foreign: [] }),
  site: async ({ app }, use) => use(app),
  foreign: [
    async ({ page, app }, use) => {
      await fetch(`${app.pixelsControl}/received`, { method: "DELETE" });
      const foreign: Foreign = [];
      page.on("request", (request) => {
        if (!request.url().startsWith(`${app.origin}/`) && !/^(data|blob):/.test(request.url()))
          foreign.push(request);
      });
      await use(foreign);
    },
    { auto: true },
  ],
});

export { expect };

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
