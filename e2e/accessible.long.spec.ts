import { expect, test } from "./journey.ts";

test("text at 200 % overflows neither home nor the lists at 320 pixels", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of ["en", "fy", "dy"]) {
    for (const path of [
      "/",
      "/browse/all",
      "/more/recommended",
      "/search",
      "/commonQuestions",
      "/shopping",
    ]) {
      await page.goto(`${path}?lang=${language}`);
      await page.waitForLoadState("networkidle");
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${path} in ${language}`,
      ).toBeLessThanOrEqual(320);
    }
  }
});
