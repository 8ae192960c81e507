import type { Page, Request } from "@playwright/test";
import { expect, test as journey } from "./journey.ts";
import type { App } from "./start-app.ts";
import type { WorkerApp } from "./worker-app.ts";

/** The configured pixel ids. */
export const ids = {
  meta: "123456789012345",
  tiktok: "C4A1B2C3D4E5F6G7H8I9",
  google: "G-ABCDE12345",
} as const;
const entries = { facebook_pixel_id: ids.meta, tiktok_pixel: ids.tiktok, google_analytics: ids.google };

/** A call that a vendor's simulator received. */
export interface ReceivedCall {
  vendor: "meta" | "tiktok" | "google" | "errors";
  kind: "script" | "event";
  id: string;
  event: string;
  eventId: string | null;
  page: string | null;
  params: Record<string, unknown>;
  wire: { method: string; url: string; body: string; referer: string | null };
}

/** All requests of the page to other hosts. */
type ExternalRequests = Request[];

/** The `test` for a site with all three pixels, which call the vendors' simulators, and a visitor without a choice. */
export const test = journey.extend<{ externalRequests: ExternalRequests; site: WorkerApp }>({
  siteConfig: entries,
  // These tests check the calls to other hosts themselves.
  watch: async ({ page: _ }, use) => use({ complaints: [], externalRequests: [], caused: [] }),
  site: async ({ app }, use) => use(app),
  externalRequests: [
    async ({ page, app }, use) => {
      await fetch(`${app.pixelsControl}/received`, { method: "DELETE" });
      const externalRequests: ExternalRequests = [];
      page.on("request", (request) => {
        if (!request.url().startsWith(`${app.origin}/`) && !/^(data|blob):/.test(request.url()))
          externalRequests.push(request);
      });
      await use(externalRequests);
    },
    { auto: true },
  ],
});

export { expect };

/** Returns the calls that the simulators received, in order, fetched scripts included. */
export async function received(app: App): Promise<ReceivedCall[]> {
  const response = await fetch(`${app.pixelsControl}/received`);
  return ((await response.json()) as { received: ReceivedCall[] }).received;
}

/** Returns the events that a vendor received, by its own names. */
export async function events(app: App, vendor: ReceivedCall["vendor"]): Promise<string[]> {
  return (await received(app))
    .filter((one) => one.vendor === vendor && one.kind === "event")
    .map(({ event }) => event);
}

/** Returns the consent banner. */
export function banner(page: Page) {
  return page.getByRole("region", { name: "Your privacy, your choice" });
}

/** Opens a page as a visitor who has just allowed everything. */
export async function allow(page: Page, path = "/"): Promise<void> {
  await page.goto(path);
  await banner(page).getByRole("button", { name: "Accept" }).click();
  await expect(banner(page)).toHaveCount(0);
}
