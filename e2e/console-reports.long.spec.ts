import { readFile } from "node:fs/promises";
import type { Browser } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { buy } from "./bought.ts";
import { clockOf, lockedSeries } from "./checkout.ts";
import { expectFine, goWithin, invited, joinByPasskey, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

/** A visitor who comes by an address and watches a series up to an episode, as the player reports it. */
async function watch(
  browser: Browser,
  origin: string,
  { landing, depth }: { landing: string; depth: number },
) {
  const context = await browser.newContext({ baseURL: origin });
  const { request } = context;
  await request.get(`/api/user?landing=${encodeURIComponent(landing)}`);
  const { id: seriesId } = await lockedSeries(origin);
  const { data } = await (await request.get(`/api/video/episode?seriesId=${seriesId}`)).json();
  const now = await clockOf(origin);
  const list = data.list.slice(0, depth).map(({ id }: { id: string }, at: number) => ({
    event: "first_frame",
    eventId: `${landing.length}-${depth}-${at}-${Math.random().toString(36).slice(2)}`,
    at: now.toISOString(),
    seriesId,
    episodeId: id,
  }));
  const answer = await request.post("/api/reports", { data: { list }, headers: { origin } });
  expect(answer.ok()).toBe(true);
  await context.close();
}

test("C42, C46: reports by their address: what was sold is in the figures, the picture is used by keys, and the file is what is seen", async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(timeLimit(240));
  const { origin } = app;
  await joinByPasskey(page, (await invited(app)).path, "/console/reports/revenue?split=plan");
  const table = page.getByRole("table", { name: "Plan" });
  /** The sales of the year's plan, as the table has them. */
  const sold = async () => {
    const row = table.getByRole("row", { name: /^365 days/ });
    if ((await row.count()) === 0) return 0;
    return Number((await row.getByRole("cell").nth(1).innerText()).replaceAll(/[^\d.]/g, ""));
  };
  await expect(page.getByRole("heading", { name: "Reports" })).toBeVisible();
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  const before = await sold();
  await buy(browser, origin, { days: 365 });
  for (const depth of [1, 1, 2, 2, 3, 3, 4, 5])
    await watch(browser, origin, { landing: "/?ttclid=t&utm_campaign=Autumn", depth });
  for (const depth of [1, 3, 5]) await watch(browser, origin, { landing: "/", depth });
  await page.reload();
  await expect.poll(sold).toBeCloseTo(before + 99.99, 2);
  const kinds = page.getByRole("navigation", { name: "Kinds of reports" });
  await expect(kinds.getByRole("link", { name: "Revenue" })).toHaveAttribute("aria-current", "page");

  const picture = page.getByRole("application", { name: /Net and sales by day/ });
  await expect(picture).toBeVisible();
  await picture.focus();
  // The last day, which is today: all that the demo sold.
  for (let day = 0; day < 28; day++) await page.keyboard.press("ArrowRight");
  await expect(page.locator(".recharts-tooltip-wrapper").first()).toContainText(/Net/);
  await expectFine(page, "revenue");

  const loading = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const file = await readFile(await (await loading).path(), "utf8");
  expect(file.split("\r\n")[0]).toBe("plan,currency,sales,refunds,disputes,fees,exchanged,net");
  const [, row = ""] = file.split("\r\n");
  for (const cell of row.split(",").slice(2))
    await expect(table).toContainText(cell.replace("-", "").replace(/\B(?=(\d{3})+\.)/g, ","));

  for (const kind of ["funnel", "campaigns", "retention", "subscriptions", "playback", "ledger", "exports"]) {
    await goWithin(page, `/console/reports/${kind}`);
    await expect(kinds.locator("[aria-current=page]")).toHaveAttribute("href", new RegExp(`/${kind}\\b`));
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    await expect(page.locator("#main").getByRole("alert")).toBeEmpty();
    await expectFine(page, kind);
  }
  await expect(
    page.getByRole("table", { name: "Your exports" }).getByRole("link", { name: "Load" }),
  ).toHaveCount(1);
});

test("costs of campaigns are typed in and stand beside what they brought; a line that is none is named", async ({
  page,
  app,
  browser,
  watch: watched,
}) => {
  await watch(browser, app.origin, { landing: "/?ttclid=t&utm_campaign=Winter", depth: 1 });
  await joinByPasskey(page, (await invited(app, "editor")).path, "/console/reports/campaigns?by=campaign");
  await page.getByRole("button", { name: "Enter costs" }).click();
  const dialog = page.getByRole("dialog", { name: "What campaigns cost" });
  const lines = dialog.getByRole("textbox", { name: /one line each/ });
  const today = (await clockOf(app.origin)).toISOString().slice(0, 10);
  await lines.fill(`Winter, ${today}, USD, 12.50\nWinter, someday, USD, 1`);
  await expect(dialog.getByText("These lines have no group, day, currency and amount: 2")).toBeVisible();
  await lines.fill(`Winter, ${today}, USD, 1.234`);
  await dialog.getByRole("button", { name: "Save 1 cost" }).click();
  await expect(dialog.getByText(/^Line 1: /)).toBeVisible();
  // The browser logs the refusal.
  watched.complaints.length = 0;
  await lines.fill(`Winter, ${today}, USD, 12.50`);
  await dialog.getByRole("button", { name: "Save 1 cost" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Enter costs" })).toBeFocused();
  const row = page.getByRole("table", { name: "Campaign" }).getByRole("row", { name: /Winter/ });
  await expect(row).toContainText("$12.50");
  // An editor reads no small group.
  await expect(row).toContainText("< 5");
  await expectFine(page, "campaigns");
});

test("C46: retention compares groups by its address, other days are chosen by keys, and a loss plays its film from its second", async ({
  page,
  app,
  browser,
}) => {
  for (const depth of [1, 2, 5])
    await watch(browser, app.origin, { landing: "/?ttclid=t&utm_campaign=Autumn", depth });
  await joinByPasskey(page, (await invited(app)).path);
  // Too few leave here for the report to name a second, so it is put into the answer.
  await page.route("**/api/console/reports/retention?*", async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { info: { losses: { halfLeftAt: number | null }[] } };
    for (const one of json.info.losses) one.halfLeftAt = 3.5;
    await route.fulfill({ response, json });
  });
  await page.goto("/console/reports/retention");
  await page.getByRole("button", { name: "TikTok" }).press("Enter");
  await expect(page).toHaveURL(/compare=tiktok/);
  const table = page.getByRole("table", { name: "By episode" });
  await expect(table.getByRole("columnheader", { name: "TikTok, share" })).toBeVisible();
  await page.reload();
  await expect(table.getByRole("columnheader", { name: "TikTok, share" })).toBeVisible();

  const days = page.getByRole("button", { name: /, 28 days$/ });
  await days.press("Enter");
  await page.getByRole("button", { name: "Last 7 days" }).press("Enter");
  await expect(page.getByRole("button", { name: /, 7 days$/ })).toBeFocused();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d/);

  const loss = page.getByRole("table", { name: "Where people leave" }).getByRole("button").first();
  await loss.press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Episode \d+$/ });
  const film = dialog.getByLabel(/^Film of episode/);
  await expect(film).toBeVisible();
  await expect
    .poll(() => film.evaluate((video: HTMLVideoElement) => (video.readyState > 0 ? video.currentTime : null)))
    .toBe(3.5);
  await expect(dialog.getByRole("button", { name: /^Play from second/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(loss).toBeFocused();
});
