import type { Locator, Page } from "@playwright/test";
import { waitForHydration } from "./journey.ts";
import { banner, expect, test } from "./pixels.ts";

// Inserting a style sheet recalculates the styles of the whole page, which takes 100 ms on a slow phone. Home never inserts one,
// so everything that it opens must be styled by the first sheet.
for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])
  test(`R9, R12, R86: the consent banner, its choices and the menus on home at ${viewport.width} need only the first style sheet`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto("/");
    await waitForHydration(page);
    // What moves behind them, such as the carousel, would change the pictures.
    await page.evaluate(() => {
      const main = document.querySelector("main");
      if (main) main.style.display = "none";
    });
    const full = page.locator('link[rel="stylesheet"][href*="/full-"]');
    const before = await pictures(page);
    await expect(full, "the page has not requested the sheet with every class").toHaveCount(0);
    await page.evaluate(addFullSheet);
    await expect(full).toHaveCount(1);
    const after = await pictures(page);
    expect([...after.keys()]).toEqual([...before.keys()]);
    const changed = [...before].filter(([name, picture]) => !after.get(name)?.equals(picture));
    expect(
      changed.map(([name]) => name),
      "what the sheet with every class changes",
    ).toEqual([]);
  });

/** Returns pictures of the banner and of what opens over home, by name. */
async function pictures(page: Page): Promise<Map<string, Buffer>> {
  const taken = new Map<string, Buffer>();
  const take = async (name: string, part: Locator) => {
    const moving = () =>
      part.evaluate(
        (element) =>
          element.getAnimations({ subtree: true }).filter(({ playState }) => playState === "running").length,
      );
    await expect.poll(moving).toBe(0);
    taken.set(name, await part.screenshot({ animations: "disabled" }));
  };
  const dialog = page.getByRole("dialog");
  const close = async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await page.mouse.move(0, 0);
  };
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await take("banner", banner(page));
  await banner(page).getByRole("button", { name: "Choose in detail" }).click();
  await expect(page.getByRole("switch")).toHaveCount(2);
  await take("choices", dialog);
  await close();
  for (const menu of ["Categories", "Language"]) {
    await page.getByRole("button", { name: menu }).first().click();
    await expect(dialog.getByRole("listitem").nth(1)).toBeVisible();
    await take(menu, dialog);
    await close();
  }
  return taken;
}

/** Adds the style sheet with every class, as a press on a poster does. */
async function addFullSheet(): Promise<void> {
  const plan = JSON.parse(document.getElementById("boot-plan")?.textContent ?? "");
  const [href] = plan.prefetch.styles;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const there = new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject }));
  document.head.append(link);
  await there;
}
