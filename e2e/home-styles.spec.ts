import type { Locator, Page } from "@playwright/test";
import { waitForHydration } from "./journey.ts";
import { banner, expect, test } from "./pixels.ts";

// Inserting a style sheet recalculates the styles of the whole page, which takes 100 ms on a slow phone. Home never inserts one,
// so everything that it opens must be styled by the first sheet.
for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`R86: the consent banner on home at ${viewport.width} needs only the first style sheet`, async ({
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
    test(`R9, R12: the menu "${menu}" at ${viewport.width} needs only the first style sheet`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await page.goto("/");
      await waitForHydration(page);
      await page.getByRole("button", { name: menu }).first().click();
      await expect(page.getByRole("dialog").getByRole("listitem").nth(1)).toBeVisible();
      await expectWhole(page, page.getByRole("dialog"));
    });
}

/** Checks that adding the sheet with every class changes nothing, and that the page did not request that sheet. */
async function expectWhole(page: Page, part: Locator): Promise<void> {
  const moving = () =>
    part.evaluate(
      (element) =>
        element.getAnimations({ subtree: true }).filter(({ playState }) => playState === "running").length,
    );
  await expect.poll(moving).toBe(0);
  const full = page.locator('link[rel="stylesheet"][href*="/full-"]');
  await expect(full).toHaveCount(0);
  // What moves behind it, such as the carousel, would change the picture.
  await page.evaluate(() => {
    const main = document.querySelector("main");
    if (main) main.style.display = "none";
  });
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
