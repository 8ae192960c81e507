import { accessibilityFaults } from "./axe.ts";
import { featuredSeries } from "./journey.ts";
import { layoutShiftsOf, recordLayoutShifts } from "./layout-shifts.ts";
import { banner, expect, test } from "./pixels.ts";

const sizes = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

test("R86: the consent banner and its choices have no accessibility fault and fit a small phone, a phone and a desk", async ({
  page,
  origin,
}) => {
  const { id } = await featuredSeries(origin);
  const atEachSize = async (check: (viewport: (typeof sizes)[number]) => Promise<void>) => {
    for (const viewport of sizes) {
      await page.setViewportSize(viewport);
      // Not until nothing moves: the player behind the banner always does.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      expect(await accessibilityFaults(page), `${page.url()} at ${viewport.width}`).toEqual([]);
      await check(viewport);
    }
  };
  for (const path of ["/", "/browse/all", `/videos/${id}`]) {
    await page.goto(path);
    await expect(banner(page)).toBeVisible();
    await atEachSize(async (viewport) => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        viewport.width,
      );
      const box = await banner(page).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    });
  }
  await banner(page).getByRole("button", { name: "Choose in detail" }).click();
  await expect(page.getByRole("switch")).toHaveCount(2);
  await atEachSize(() => expect(page.getByRole("dialog")).toHaveCSS("transform", "matrix(1, 0, 0, 1, 0, 0)"));
});

test("R86: the consent banner covers no tab and shifts nothing, and the end of the page scrolls clear of it", async ({
  page,
}) => {
  await recordLayoutShifts(page);
  await page.goto("/");
  await expect(banner(page)).toBeVisible();
  const box = await banner(page).boundingBox();
  const tabs = await page.getByRole("navigation", { name: "Main" }).last().boundingBox();
  if (tabs && box) expect(box.y + box.height).toBeLessThanOrEqual(tabs.y);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const link = await page.getByRole("link", { name: "Privacy choices" }).boundingBox();
  expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual(
    (await banner(page).boundingBox())?.y ?? 0,
  );
  expect(await layoutShiftsOf(page)).toBeLessThan(0.01);
});

test("R86: by keyboard the banner comes first, is refused, is closed with Escape and opens again from the footer", async ({
  page,
  externalRequests,
}) => {
  await page.goto("/browse/all");
  await expect(banner(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(banner(page).getByRole("button", { name: "Choose in detail" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(banner(page)).toHaveCount(0);
  await page.reload();
  await page.waitForLoadState("networkidle");
  await expect(banner(page), "not in this visit").toHaveCount(0);

  const link = page.getByRole("link", { name: "Privacy choices" });
  await link.focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Privacy choices" });
  await sheet.getByRole("switch", { name: "Advertising" }).focus();
  await page.keyboard.press("Space");
  await expect(sheet.getByRole("switch", { name: "Advertising" })).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(page).toHaveURL(/\/browse\/all$/);
  expect(externalRequests, "closing without saving chooses nothing").toEqual([]);
});

test("R86: the banner does not appear where a visitor signs in, pays or enters a card", async ({ page }) => {
  for (const path of ["/login", "/register", "/shopping", "/order/result", "/order/easy"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await expect(banner(page), path).toHaveCount(0);
  }
});

test("R9, R86: the banner is in the page's language, also after a change of language", async ({ page }) => {
  const titles = {
    en: "Your privacy, your choice",
    de: "Deine Daten, deine Wahl",
    es: "Tu privacidad, tú decides",
    fr: "Votre vie privée, votre choix",
    pt: "Sua privacidade, sua escolha",
  };
  for (const [language, title] of Object.entries(titles)) {
    await page.goto(`/browse/all?lang=${language}`);
    await expect(page.getByRole("region", { name: title })).toBeVisible();
  }
});
