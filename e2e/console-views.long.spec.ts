import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { givePassword, goWithin, invited, joinByPassword, oneTimeCode, test } from "./console.ts";
import { expect } from "./journey.ts";

/** Views of each screen; `SERIES` stands for the address of the first series of the list. */
const views = [
  "/console/series?state=withdrawn",
  "/console/series?attention=1&film=failed&price=general&week=2027-01-04",
  "/console/series?search=heir&sort=title",
  "/console/series?language=de",
  "/console/series?dialog=upload",
  "SERIES/episodes",
  "SERIES/texts",
  "SERIES/captions",
  "SERIES/pictures",
  "SERIES/releases?dialog=plan",
  "SERIES/access",
  "SERIES/history",
  "SERIES/details?dialog=withdraw",
  "/console/tags?search=a",
  "/console/tags?dialog=new-category",
  "/console/home?section=top&language=de",
  "/console/home?dialog=history",
  "/console/calendar?view=week&on=2026-12-01",
  "/console/calendar?dialog=new",
  "/console/orders?state=paid&method=card",
  "/console/review?tab=closed",
  "/console/people?q=nobody",
  "/console/tickets?view=closed",
  "/console/pages/refundPolicy/fr?view=difference",
  "/console/pixels?pixel=google_analytics",
  "/console/jobs",
  "/console/team?dialog=invite",
  "/console/log?actorKind=command",
  "/console/pages?keys=1",
  "/console/series?find=1&words=heir",
] as const;

test("C46: a link to each of thirty views opens the same view in a new browser, the first one through signing in", async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  test.setTimeout(timeLimit(300));
  const { email, path } = await invited(app);
  const { secret } = await joinByPassword(page, path);
  await page.goto("/console/series");
  const row = page.getByRole("table").locator("a[href*='/console/series/']").first();
  const series = (await row.getAttribute("href")) ?? "";
  expect(series).toMatch(/^\/console\/series\/[\w-]+/);
  const addresses = views.map((view) => view.replace("SERIES", series.replace(/\?.*$/, "")));
  expect(new Set(addresses).size).toBe(30);

  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    viewport: page.viewportSize(),
  });
  const other = await context.newPage();
  const [first = ""] = addresses;
  await other.goto(first);
  await givePassword(other, email);
  await other.getByRole("textbox", { name: "Code" }).fill(oneTimeCode(secret, 1));
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other.getByRole("navigation", { name: "Console" })).toBeVisible();

  for (const address of addresses) {
    await goWithin(page, address);
    if (other.url() !== new URL(address, baseURL).href) await other.goto(address);
    let plain = "";
    // Both are read again each time, because names arrive after their rows and the work of encoders goes on.
    await expect(async () => {
      plain = await settled(page);
      expect(await settled(other), address).toBe(plain);
    }).toPass({ timeout: timeLimit(30) });
    expect(new URL(other.url()).href).toBe(new URL(address, baseURL).href);
    // The view is that of the address, and not merely that of its screen.
    if (!address.includes("?")) continue;
    await goWithin(page, address.replace(/\?.*$/, ""));
    // A dialog takes a moment to close.
    const differs = async () =>
      expect(await settled(page), `${address} without its parameters`).not.toBe(plain);
    await expect(differs).toPass({ timeout: timeLimit(10) });
  }
  await context.close();
});

/** Returns what a page says and offers, once nothing loads any more. */
async function settled(page: Page): Promise<string> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  const said = await page.locator("body").ariaSnapshot();
  return said.replaceAll(/\b(\d+ (min|h) ago|in \d+ (min|h)|now|\d\d?:\d\d)\b/g, "…");
}
