import { expectAccessible } from "./axe.ts";
import { expectSectionsInPlace, sectionsOf } from "./home-sections.ts";
import { expect, featuredSeries, test } from "./journey.ts";
import { withoutCode } from "./without-code.ts";

const MAX_ELEMENTS = 420;

const MAX_BYTES = 70_000;

test("V17: four pages have at most 420 elements at the first paint, and home at most 70 KB of HTML", async ({
  page,
  origin,
}) => {
  const { id } = await featuredSeries(origin);
  await withoutCode(page);
  for (const path of ["/", `/videos/${id}`, "/search", "/shopping"]) {
    await page.goto(path);
    // What the boot script asks for is not painted.
    const elements = await page.evaluate(
      () =>
        document.querySelectorAll("*").length - document.querySelectorAll("link[rel=modulepreload]").length,
    );
    expect(elements, path).toBeLessThanOrEqual(MAX_ELEMENTS);
  }
  const html = await (await fetch(`${origin}/`)).text();
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MAX_BYTES);
  expect(html, "the cards of later sections are in the state").toContain(
    (await sectionsOf(origin)).at(-1)?.list.at(-1)?.id,
  );
});

test("V18: home is accessible before any of its scripts runs", async ({ page }) => {
  // axe itself needs a browser that runs scripts.
  await page.route("**/*.js", (route) => route.abort("connectionreset"));
  await page.goto("/");
  await expectAccessible(page, "/ without its scripts");
});

test("V18: at 390, once idle and without scrolling, every section is drawn in its place", async ({
  page,
  origin,
}) => {
  await expectSectionsInPlace(page, origin, { width: 390, height: 844 });
});
