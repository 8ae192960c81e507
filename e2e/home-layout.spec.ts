import type { Page } from "@playwright/test";
import { expect, test, waitForHydration } from "./journey.ts";

interface Home {
  sections: { title: string; kind: string; list: { title: string }[] }[];
}

async function homeOf(origin: string): Promise<Home> {
  const answer = await fetch(`${origin}/api/homepage`);
  return ((await answer.json()) as { info: Home }).info;
}

/** Returns the visible headings of home from top to bottom. */
async function headings(page: Page): Promise<string[]> {
  const all = await page.locator("main h2:visible").all();
  const places = await Promise.all(
    all.map(async (one) => ({ text: await one.innerText(), box: await one.boundingBox() })),
  );
  return places.toSorted((a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0)).map(({ text }) => text);
}

test("R10, R11: on a phone the sections, the ranking included, are in the operator's order", async ({
  page,
  origin,
}) => {
  const { sections } = await homeOf(origin);
  expect(sections.findIndex(({ kind }) => kind === "ranking")).toBeGreaterThan(0);
  await page.goto("/");
  await waitForHydration(page);
  expect(await headings(page)).toEqual(["Featured Videos", ...sections.map(({ title }) => title)]);
});

test("R10: on a desktop the carousel's title is visible, with the ranking next to it", async ({
  page,
  origin,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { sections } = await homeOf(origin);
  const ranking = sections.find(({ kind }) => kind === "ranking")?.title ?? "";
  await page.goto("/");
  const title = await page.getByRole("heading", { name: "Featured Videos" }).boundingBox();
  const beside = await page.getByRole("heading", { name: ranking }).boundingBox();
  const hero = await page.locator("article").first().boundingBox();
  expect(title?.height).toBeGreaterThan(16);
  expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThanOrEqual(hero?.y ?? 0);
  expect(beside?.x).toBeGreaterThan((hero?.x ?? 0) + (hero?.width ?? 0));
  expect(beside?.y).toBeLessThan((hero?.y ?? 0) + (hero?.height ?? 0));
});

test("R12: a title that is too long for its column wraps to a second line", async ({ page, origin }) => {
  const long = "The Lighthouse Keeper of the Northern Reach";
  await page.route("**/api/homepage/query**", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.list[0].title = long;
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(`${origin}/`);
  await waitForHydration(page);
  await page.getByRole("link", { name: "Browse", exact: true }).first().click();
  const title = page.getByText(long);
  const lines = await title.evaluate((element) => {
    const { lineHeight } = getComputedStyle(element);
    return Math.round(element.getBoundingClientRect().height / Number.parseFloat(lineHeight));
  });
  expect(lines).toBe(2);
});
