import type { Trending } from "@cliffhanger/contract";
import { expect, waitForHydration } from "./journey.ts";
import { field, posters } from "./lists.ts";
import { stormsAmong } from "./many-series.ts";
import { added, test } from "./many-series-app.ts";

/** After this pause in typing, suggestions are asked for. */
const PAUSE_MS = 200;

test("R23: a tap on Search puts the cursor into the field, and Cancel goes back to the previous page", async ({
  page,
}) => {
  await page.goto("/browse/all");
  await page.getByRole("link", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/search$/);
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAttribute("placeholder", "What you like...");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/browse\/all$/);
});

test("R23: a deep link shows trending terms without a call and without the keyboard, and Cancel leads home", async ({
  page,
  origin,
}) => {
  // Without enough searches these are the most played series. Other journeys in the same app may have searched.
  const answer = await fetch(`${origin}/api/search/trending`);
  const { list, source } = ((await answer.json()) as { data: Trending }).data;
  const heading = source === "popular" ? "Popular now" : "Trending searches";
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.goto("/search");
  await expect(page).toHaveTitle("Search · Cliffhanger");
  await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  for (const name of list) await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(field(page)).not.toBeFocused();
  expect(calls).not.toContain("/api/search/trending");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("R23: suggestions follow typing with one call per pause, and arrows, Enter and Escape control them", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/homepage/query") asked.push(url.searchParams.get("keyword") ?? "");
  });
  await page.clock.install();
  await page.goto("/search");
  await waitForHydration(page);
  // Time stands still while somebody types, however busy this machine is.
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)));
  await field(page).pressSequentially("harbour", { delay: 20 });
  expect(asked).toEqual([]);
  await page.clock.runFor(PAUSE_MS);
  await field(page).pressSequentially(" 1", { delay: 20 });
  await page.clock.runFor(PAUSE_MS);
  await page.clock.resume();
  const options = page.getByRole("option");
  await expect(options.first()).toBeVisible();
  await expect(page.getByRole("option", { name: /Harbour 1/ }).first()).toBeVisible();
  expect(asked).toEqual(["harbour", "harbour 1"]);
  await expect(page.getByRole("status").filter({ hasText: /suggestion/ })).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(field(page)).toHaveAttribute(
    "aria-activedescendant",
    (await options.first().getAttribute("id")) ?? "",
  );
  await page.keyboard.press("ArrowUp");
  await expect(field(page)).not.toHaveAttribute("aria-activedescendant");
  await page.keyboard.press("Escape");
  await expect(options.first()).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(field(page)).toHaveValue("");
  await field(page).fill("lighthouse keeper");
  await page.getByRole("option", { name: /Contract with the Lighthouse Keeper/ }).click();
  await expect(page).toHaveURL(/\/videos\//);
});

test("R24: Enter opens the results, which are counted, highlighted and loaded to the end", async ({
  page,
  origin,
}) => {
  // A series of the demo catalogue also has a harbour.
  const answer = await fetch(`${origin}/api/homepage/query?keyword=HARBO%C3%9CR`);
  const { total } = ((await answer.json()) as { data: { total: number } }).data;
  expect(total).toBeGreaterThanOrEqual(added);
  await page.goto("/search");
  await field(page).fill("HARBOÜR");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/searchDetail\/HARBO%C3%9CR$/);
  await expect(page.getByRole("heading", { level: 1, name: "“HARBOÜR”" })).toBeVisible();
  await expect(page.getByRole("main").getByText(`${total} series`)).toBeVisible();
  await expect(page.locator("main a mark").first()).toHaveText("Harbour");
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await expect(page.getByText("No more content")).toBeVisible({ timeout: 300 });
  }).toPass();
  await expect(posters(page)).toHaveCount(total);
});

test("R24: results open by their address with the first page inlined, and the keyword can be changed there", async ({
  page,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/homepage/query") calls.push(request.url());
  });
  const answer = await page.goto(`/searchDetail/${encodeURIComponent("harbour 17")}`);
  expect(await answer?.text()).toContain('name="robots" content="noindex"');
  await expect(page).toHaveTitle("harbour 17 · Cliffhanger");
  await expect(posters(page)).toHaveCount(1);
  expect(calls).toEqual([]);
  await expect(field(page)).toHaveValue("harbour 17");
  await field(page).fill("storms");
  await page.keyboard.press("Enter");
  await expect(posters(page)).toHaveCount(stormsAmong(added));
  await expect(page).toHaveURL(/\/searchDetail\/storms$/);
});

test("R24: the same keyword searched for again adds no entry to the history: Back leaves the results", async ({
  page,
}) => {
  await page.goto("/browse/all");
  await page.goto("/searchDetail/storms");
  await waitForHydration(page);
  await field(page).focus();
  await page.keyboard.press("Enter");
  await expect(field(page)).not.toBeFocused();
  await expect(posters(page)).toHaveCount(stormsAmong(added));
  await page.goBack();
  await expect(page).toHaveURL(/\/browse\/all$/);
});
