import { accessibilityFaults } from "./axe.ts";
import { expect, waitForHydration } from "./journey.ts";
import { field, posters } from "./lists.ts";
import { test } from "./many-series-app.ts";

test("R24: a typo finds what was meant and says so; an empty result offers suggestions", async ({ page }) => {
  await page.goto("/searchDetail/lighthuose");
  await expect(page.getByRole("heading", { level: 1, name: "“lighthouse”" })).toBeVisible();
  await expect(page.getByText("Nothing is called “lighthuose”")).toBeVisible();
  await page.goto("/searchDetail/zzqx%20wobbly");
  await expect(
    page.getByRole("heading", { level: 1, name: "Nothing found for “zzqx wobbly”" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Harbours", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Popular now" })).toBeVisible();
  await expect(posters(page)).toHaveCount(6);
});

test("R24: characters with a meaning in a URL are searched for literally", async ({ page }) => {
  for (const keyword of ["100%", "%41 and %2525", "a/b?c#d&e", "ø ß 灯台"]) {
    await page.goto("/search");
    await field(page).fill(keyword);
    await page.keyboard.press("Enter");
    await expect(page).toHaveTitle(`${keyword} · Cliffhanger`);
    await page.reload();
    await expect(page).toHaveTitle(`${keyword} · Cliffhanger`);
    await expect(field(page)).toHaveValue(keyword);
  }
});

test("R24: results that fail to load say so, and load when retried", async ({ page }) => {
  await page.goto("/search");
  // Before hydration the form would load the results from the server.
  await waitForHydration(page);
  await page.route(/homepage\/query.*intent=results/, (route) => route.abort("connectionreset"));
  await field(page).fill("harbour");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "This did not load" })).toBeVisible();
  await page.unroute(/homepage\/query.*intent=results/);
  await page.getByRole("button", { name: "Try again", exact: true }).click();
  await expect(posters(page)).toHaveCount(24);
});

test("R23: searches are saved on this device, and removed one by one or all at once", async ({ page }) => {
  for (const keyword of ["storms", "harbour 2", "harbour 3"]) {
    await page.goto("/search");
    await field(page).fill(keyword);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/searchDetail/);
    await waitForHydration(page);
  }
  await page.goto("/search");
  const remembered = page.getByRole("region", { name: "Search history" }).getByRole("listitem");
  await expect(remembered).toHaveText(["harbour 3", "harbour 2", "storms"]);
  await page.getByRole("button", { name: "Forget “harbour 2”" }).click();
  await expect(remembered).toHaveText(["harbour 3", "storms"]);
  await page.getByRole("button", { name: "storms", exact: true }).click();
  await expect(page).toHaveURL(/\/searchDetail\/storms$/);
  await page.goto("/search");
  await expect(remembered).toHaveText(["storms", "harbour 3"]);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(remembered).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: /^(?:Popular now|Trending searches)$/ })).toBeVisible();
  await expect(remembered).toHaveCount(0);
});

test("R23: the suggestions have no accessibility fault, and search scrolls in one direction only, at any width", async ({
  page,
}) => {
  for (const path of ["/search", "/searchDetail/harbour?lang=dy", "/searchDetail/zzqx?lang=fy"]) {
    await page.goto(path);
    if (path === "/search") {
      await page.getByRole("combobox").fill("har");
      await expect(page.getByRole("option").first()).toBeVisible();
      await page.keyboard.press("ArrowDown");
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(
        width,
      );
    }
  }
});
