import { expect, featuredSeries, test } from "./journey.ts";

test("nothing is wider than the screen at 360, 390 and 768 pixels", async ({ page, origin }) => {
  const { id } = await featuredSeries(origin);
  for (const width of [360, 390, 768]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/", `/videos/${id}`, "/no/such/page"]) {
      await page.goto(path);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${path} at ${width}`,
      ).toBeLessThanOrEqual(width);
    }
  }
});

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
