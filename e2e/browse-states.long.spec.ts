import { accessibilityFaults } from "./axe.ts";
import { expect, waitForHydration } from "./journey.ts";
import { pageSize, posters } from "./lists.ts";
import { test } from "./many-series-app.ts";

test("R33: an offline visitor is told so, and the list loads when the connection is back", async ({
  page,
  context,
}) => {
  await page.goto("/browse/all");
  await waitForHydration(page);
  await context.setOffline(true);
  await page.getByRole("link", { name: "Newest" }).click();
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await context.setOffline(false);
  await expect(posters(page)).toHaveCount(pageSize);
});

test("R11: the switcher's section leads to the category that it shows", async ({ page }) => {
  await page.goto("/");
  const switcher = page.locator("section", { has: page.getByRole("tablist") });
  await switcher.getByRole("tab", { name: "Storms" }).click();
  await switcher.getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/\/browse\/storms$/);
});

test("R12: the list of categories has no accessibility fault on a phone and at a desk", async ({ page }) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto("/browse/all");
    await page.getByRole("button", { name: "Categories" }).click();
    await expect(page.getByRole("dialog").getByRole("link", { name: "All series" })).toBeVisible();
    // Half-transparent text has too little contrast.
    await expect
      .poll(() => page.evaluate(() => document.getAnimations().every((one) => one.playState !== "running")))
      .toBe(true);
    expect(await accessibilityFaults(page), `at ${viewport.width}`).toEqual([]);
  }
});

test("text at 200 % overflows neither the screen nor the featured title", async ({ page }) => {
  for (const path of ["/?lang=dy", "/?lang=en", "/browse/all", "/more/recommended"]) {
    await page.goto(path);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    const { width, broken } = await page.evaluate(() => {
      const title = document.querySelector("article h3")?.firstChild;
      const words = [...(title?.textContent ?? "").matchAll(/\S+/g)];
      return {
        width: document.documentElement.scrollWidth,
        broken: words.flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(title as Node, index);
          range.setEnd(title as Node, index + word.length);
          return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
        }),
      };
    });
    expect(width, path).toBeLessThanOrEqual(390);
    expect(broken, path).toEqual([]);
  }
});
