import type { Locator, Page } from "@playwright/test";
import { waitForHydration } from "./journey.ts";
import { banner, expect, test } from "./pixels.ts";

// Another sheet of styles has all of the page weighed anew, a tenth of a second on a slow phone: home's finger never
// waits for that. What it opens must then be whole without.
for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`R86: the question over home at ${viewport.width}, and its choices, have all their styles from the first sheet`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto("/");
    await expectWhole(page, banner(page));
    await page.reload();
    await banner(page).getByRole("button", { name: "Choose in detail" }).click();
    await expect(page.getByRole("switch")).toHaveCount(2);
    await expectWhole(page, page.getByRole("dialog"));
  });

  for (const menu of ["Categories", "Language"])
    test(`R9, R12: so has what "${menu}" opens at ${viewport.width}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto("/");
      await waitForHydration(page);
      await page.getByRole("button", { name: menu }).first().click();
      await expect(page.getByRole("dialog").getByRole("listitem").nth(1)).toBeVisible();
      await expectWhole(page, page.getByRole("dialog"));
    });
}

/** It looks the same whether or not the sheet with every class is there, and that was not asked for. */
async function expectWhole(page: Page, part: Locator): Promise<void> {
  const moving = () =>
    part.evaluate(
      (element) =>
        element.getAnimations({ subtree: true }).filter(({ playState }) => playState === "running").length,
    );
  await expect.poll(moving).toBe(0);
  const full = page.locator('link[rel="stylesheet"][href*="/full-"]');
  await expect(full).toHaveCount(0);
  const before = await part.screenshot({ animations: "disabled" });
  await page.evaluate(async () => {
    const plan = JSON.parse(document.getElementById("boot-plan")?.textContent ?? "");
    const [href] = plan.prefetch.styles;
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    const there = new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject }));
    document.head.append(link);
    await there;
  });
  await expect(full).toHaveCount(1);
  expect((await part.screenshot({ animations: "disabled" })).equals(before)).toBe(true);
}
