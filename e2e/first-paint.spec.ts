import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expect, featuredSeries, test, waitForHydration } from "./journey.ts";
import { layoutShiftsOf, recordLayoutShifts } from "./layout-shifts.ts";
import { withoutCode } from "./without-code.ts";

const MAX_ELEMENTS = 420;
const MAX_BYTES = 70_000;
const MAX_LAYOUT_SHIFT = 0.02;
/** A card with a title of one line more or less would move what follows by more. */
const MAX_MOVE_PX = 4;
interface Section {
  id: string;
  title: string;
  kind: string;
  list: { id: string; title: string; tags: { id: string }[] }[];
}

async function sectionsOf(origin: string): Promise<Section[]> {
  const answer = await fetch(`${origin}/api/homepage`);
  return ((await answer.json()) as { info: { sections: Section[] } }).info.sections;
}

async function withoutScripts(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    locale: "en-US",
  });
  return context.newPage();
}

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

test("V18: home is accessible before any of its scripts runs", async ({ page }) => {
  // axe itself needs a browser that runs scripts.
  await page.route("**/*.js", (route) => route.abort("connectionreset"));
  await page.goto("/");
  await expectAccessible(page, "/ without its scripts");
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`V18: at ${viewport.width}, once idle and without scrolling, every section is drawn in its place`, async ({
    page,
    origin,
  }) => {
    await page.setViewportSize(viewport);
    await recordLayoutShifts(page);
    const release = await withoutCode(page);
    await page.goto("/");
    await page.evaluate(() => document.fonts.ready);
    const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
    const pending = page.locator(".pending-card");
    expect(await pending.count()).toBeGreaterThan(0);
    const before = await heightOf();
    await release();
    await waitForHydration(page);
    await expect(pending).toHaveCount(0);
    expect(Math.abs((await heightOf()) - before)).toBeLessThanOrEqual(MAX_MOVE_PX);
    expect(await page.evaluate(() => scrollY)).toBe(0);

    const sections = await sectionsOf(origin);
    for (const { id, list, kind } of sections) {
      const shown = kind === "ranking" ? list.slice(0, 5) : list;
      const cards = page.locator(`section[aria-labelledby="section-${id}"] a[href^="/videos/"]`);
      await expect(cards).toHaveCount(shown.length);
    }
    const last = sections.at(-1)?.list.at(-1)?.title ?? "";
    // What find-in-page does: it finds the text, wherever it is.
    expect(
      await page.evaluate(
        (title) => (window as unknown as { find(text: string): boolean }).find(title),
        last,
      ),
    ).toBe(true);
    await page.getByRole("contentinfo").getByRole("link").first().focus();
    await page.keyboard.press("Shift+Tab");
    await expect(page.locator(":focus")).toContainText(last);
    expect(await layoutShiftsOf(page)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
  });
}

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
