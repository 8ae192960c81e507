import type { Browser, Page } from "@playwright/test";
import { expectSectionsInPlace, sectionsOf } from "./home-sections.ts";
import { expect, featuredSeries, test, waitForHydration } from "./journey.ts";
import { withoutCode } from "./without-code.ts";

async function withoutScripts(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    locale: "en-US",
  });
  return context.newPage();
}

test("V18: without scripts each section's heading leads to its whole list", async ({ browser, origin }) => {
  const page = await withoutScripts(browser, origin);
  for (const { title, list } of await sectionsOf(origin)) {
    await page.goto("/");
    await page.getByRole("heading", { name: title, exact: true }).getByRole("link").click();
    await expect(page).toHaveURL(/\/(?:more|browse)\/[\w-]+$/);
    const [first] = list;
    await expect(page.getByRole("main").getByRole("link", { name: first?.title ?? "" })).toBeVisible();
  }
  await page.context().close();
});

test("V18: a category chosen before hydration filters its section, and its cards come", async ({
  page,
  origin,
}) => {
  const section = (await sectionsOf(origin)).find(({ kind }) => kind === "switcher");
  const wanted = section?.list.filter(({ tags }) => tags.some(({ id }) => id === "mystery")).length ?? 0;
  expect(wanted).toBeGreaterThan(0);
  expect(wanted).toBeLessThan(section?.list.length ?? 0);
  const release = await withoutCode(page);
  await page.goto("/");
  const tab = page.getByRole("tab", { name: "Mystery" });
  await tab.click();
  await release();
  await expect(tab).toHaveAttribute("aria-selected", "true");
  await expect(page.locator(".pending-card")).toHaveCount(0);
  await expect(page.getByRole("tabpanel").getByRole("link")).toHaveCount(wanted);
});

test("V22: no number, date or list format is made before hydration has ended", async ({ page, origin }) => {
  await page.addInitScript(() => {
    const made: string[] = [];
    Object.assign(window, { made });
    for (const name of [
      "NumberFormat",
      "DateTimeFormat",
      "ListFormat",
      "DisplayNames",
      "Collator",
    ] as const) {
      const original = Intl[name];
      const construct = (target: typeof original, values: unknown[]) => {
        made.push(`${name} ${JSON.stringify(values)}`);
        return Reflect.construct(target, values) as object;
      };
      Object.assign(Intl, { [name]: new Proxy(original, { construct }) });
    }
  });
  const { id } = await featuredSeries(origin);
  for (const path of ["/", `/videos/${id}`, "/search", "/shopping", "/browse/all"]) {
    await page.goto(path);
    await waitForHydration(page);
    expect(await page.evaluate(() => (window as unknown as { made: string[] }).made), path).toEqual([]);
  }
  expect(
    await page.evaluate(() => {
      new Intl.NumberFormat("en");
      return (window as unknown as { made: string[] }).made.length;
    }),
  ).toBe(1);
});

test("V18: at 1280, once idle and without scrolling, every section is drawn in its place", async ({
  page,
  origin,
}) => {
  await expectSectionsInPlace(page, origin, { width: 1280, height: 800 });
});
