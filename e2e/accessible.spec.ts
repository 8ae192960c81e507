import AxeBuilder from "@axe-core/playwright";
import { expect, expectPlaying, featuredSeries, test } from "./journey.ts";

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

for (const viewport of sizes) {
  for (const language of ["en", "dy"]) {
    test(`home, watch and not-found have no accessibility fault at ${viewport.width} wide in ${language}`, async ({
      page,
      origin,
    }) => {
      await page.setViewportSize(viewport);
      const { id } = await featuredSeries(origin);
      for (const path of ["/", `/videos/${id}`, `/videos/${id}?ep=99`, "/no/such/page"]) {
        await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
        if (path === `/videos/${id}`) await expectPlaying(page);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`),
          path,
        ).toEqual([]);
      }
    });
  }
}

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
