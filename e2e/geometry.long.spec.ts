import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { describeBox, doMeet, isInside, type Layout, layoutOf, settled, widenPictures } from "./geometry.ts";
import { expect, featuredSeries, test } from "./journey.ts";
import { playFeaturedSeries } from "./player-state.ts";

// Phones and tablets in portrait and landscape, small and large desktop windows.
const viewports = [
  [320, 568],
  [360, 740],
  [390, 844],
  [600, 960],
  [768, 1024],
  [820, 1180],
  [834, 1194],
  [1024, 1366],
  [568, 320],
  [667, 375],
  [844, 390],
  [700, 600],
  [1024, 600],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
  [2560, 1440],
] as const;

const fontSizes = [100, 200];

test.use({ hasTouch: true });

for (const shape of ["tall", "wide"] as const)
  test(`R14: no part of the player overlaps another, around a ${shape} picture, on any screen and with text at 200 %`, async ({
    page,
    origin,
  }) => {
    test.setTimeout(timeLimit(300));
    if (shape === "wide") await widenPictures(page);
    await playFeaturedSeries(page, origin, "?ep=2&t=4");
    // Captions are paused together with the picture.
    await expect(page.locator("[data-captions]")).not.toBeEmpty();
    await page.keyboard.press("k");
    await expect(page.locator("[data-sign]")).toBeVisible();
    await throughAll(page, (layout) => [...faultsOf(layout), ...chromeFaults(layout, shape)]);
  });

test("R14: a locked episode shows all its options without overlap, on any screen and with text at 200 %", async ({
  page,
  origin,
}) => {
  test.setTimeout(timeLimit(300));
  const { id, freeEpisodeCount } = await featuredSeries(origin);
  await page.goto(`/videos/${id}?ep=${freeEpisodeCount + 1}`);
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("link", { name: /^Unlock this series/ })).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await throughAll(page, faultsOf, async () => {
    if (await sheet.isVisible()) return ["the sheet that was closed is open again"];
    return outOfReach(page, "[data-panel] :is(button, a)", 3);
  });
});

test("R31: the paywall shows what a choice costs, and all of it can be reached, on any screen and with text at 200 %", async ({
  page,
  origin,
}) => {
  test.setTimeout(timeLimit(300));
  const { id, freeEpisodeCount } = await featuredSeries(origin);
  await page.goto(`/videos/${id}?ep=${freeEpisodeCount + 1}`);
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("link", { name: /^Unlock this series/ })).toBeAttached();
  await throughAll(
    page,
    () => [],
    async () => [
      ...(await sheetFaults(page)),
      // Its close button, the series, three plans and the way to sign in.
      ...(await outOfReach(page, "[role=dialog] :is(label, button, a[href])", 6)),
    ],
  );
});

test("R14: all overlays but the captions fade out three seconds after a tap", async ({ page, origin }) => {
  await playFeaturedSeries(page, origin, "?ep=2&t=3");
  const middle = page.getByRole("button", { name: "Pause", exact: true });
  await middle.tap();
  await expect(page.locator("[data-sign]")).toBeVisible();
  await page.touchscreen.tap(195, 300);
  await expect(page.locator("[data-sign]")).toBeHidden();
  expect((await layoutOf(page)).parts.length).toBeGreaterThan(6);
  await expect
    .poll(async () => {
      const { parts, captions, shaded } = await layoutOf(page);
      return {
        shaded,
        over: parts.filter((part) => !captions || !isInside(part, captions)).map(describeBox),
      };
    })
    .toEqual({ shaded: 0, over: [] });
});

test("R10: home's main button is above the fold on a phone in landscape", async ({ page }) => {
  await page.goto("/");
  const button = page.getByRole("link", { name: /^Watch episode 1\b/ }).first();
  for (const [width, height] of [
    [844, 390],
    [932, 430],
    [740, 360],
    [667, 375],
  ]) {
    await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
    await settled(page);
    await expect(button, `${width}×${height}`).toBeInViewport({ ratio: 1 });
    const covered = await outOfReach(page, "article a.primary", 1, false);
    expect(covered, `${width}×${height}`).toEqual([]);
  }
});

/** Checks a page in every viewport at both text sizes, and lists each fault with its viewport. */
async function throughAll(
  page: Page,
  judge: (layout: Layout) => string[],
  check: () => Promise<string[]> = async () => [],
): Promise<void> {
  const found: string[] = [];
  for (const [width, height] of viewports) {
    await page.setViewportSize({ width, height });
    for (const size of fontSizes) {
      await page.evaluate(
        (percent) => document.documentElement.style.setProperty("font-size", `${percent}%`),
        size,
      );
      await settled(page);
      const faultsNow = async () => [...judge(await layoutOf(page)), ...(await check())];
      let faults = await faultsNow();
      // The layout may be unfinished on a busy machine, so only a fault that persists counts.
      if (faults.length > 0) {
        await settled(page);
        faults = await faultsNow();
      }
      found.push(...faults.map((fault) => `${width}×${height} at ${size} %: ${fault}`));
    }
  }
  expect(found).toEqual([]);
}

function faultsOf({ viewport, stage, around, parts, overlaps, small }: Layout): string[] {
  return [
    ...(isInside(stage, viewport) ? [] : [`${describeBox(stage)} leaves the screen`]),
    ...around.filter((box) => doMeet(box, stage)).map((box) => `the player lies over the ${box.name}`),
    ...parts.filter((part) => !isInside(part, stage)).map((part) => `${describeBox(part)} leaves the player`),
    ...overlaps,
    ...small.map((name) => `${name} is too small to tap`),
  ];
}

function chromeFaults(layout: Layout, shape: "tall" | "wide"): string[] {
  const { viewport, stage, picture, parts, captions, shaded } = layout;
  const faults: string[] = [];
  if (!captions) return ["no captions"];
  if (shaded > 1 / 3) faults.push(`shades cover ${Math.round(shaded * 100)} %`);
  const sideways = viewport.right > viewport.bottom * 1.6 && viewport.bottom < 496;
  if (shape === "wide" || !sideways) return faults;
  if (picture.bottom - picture.top < viewport.bottom - 1)
    faults.push(`${describeBox(picture)} is not full height`);
  if (!isInside(captions, picture)) faults.push(`${describeBox(captions)} leaves the picture`);
  if (captions.top < stage.bottom / 2) faults.push(`${describeBox(captions)} stands high`);
  const over = parts.filter(
    (part) => doMeet(part, picture) && !isInside(part, captions) && part.name !== "sign",
  );
  return [...faults, ...over.map((part) => `${describeBox(part)} lies over the picture`)];
}

/** Returns the parts of the sheet that are visible without scrolling: itself, its close button and a price. */
function sheetFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const sheet = document.querySelector<HTMLElement>("[role=dialog]");
    if (!sheet) return ["no sheet"];
    for (const part of sheet.querySelectorAll("*")) if (part.scrollTop > 0) part.scrollTop = 0;
    const box = sheet.getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      faults.push("the sheet leaves the screen");
    const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
    let priced = false;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent?.search(/\$\d/) ?? -1;
      const range = document.createRange();
      range.selectNodeContents(node);
      const around = range.getBoundingClientRect();
      if (node.parentElement?.closest(".sr-only")) continue;
      if (around.width > 1 && (around.left < box.left || around.right > box.right + 1))
        faults.push(`"${node.textContent}" leaves the sheet`);
      if (at < 0 || !node.textContent) continue;
      range.setStart(node, at);
      range.setEnd(node, at + (/\$[\d.]+\d/.exec(node.textContent)?.[0].length ?? 1));
      const price = range.getBoundingClientRect();
      const shown = document.elementFromPoint(price.left + price.width / 2, price.top + price.height / 2);
      if (
        shown &&
        price.bottom <= innerHeight &&
        (shown.contains(node) || node.parentElement?.contains(shown))
      )
        priced = true;
      else if (
        shown?.closest("a, label") &&
        node.parentElement?.closest("a, label") === shown.closest("a, label")
      )
        priced = true;
    }
    if (!priced) faults.push("no price is seen");
    return faults;
  });
}

/** Returns the controls that cannot be scrolled into a position where a tap reaches them. */
function outOfReach(page: Page, selector: string, least: number, scrolls = true): Promise<string[]> {
  return page.evaluate(
    async ([query, count, may]) => {
      const controls = [...document.querySelectorAll<HTMLElement>(query)].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      );
      if (controls.length < count) return [`only ${controls.length} controls`];
      const faults: string[] = [];
      for (const control of may ? controls : controls.slice(0, 1)) {
        if (may) control.scrollIntoView({ block: "center", behavior: "instant" });
        const box = control.getBoundingClientRect();
        const met = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (!met || !control.contains(met))
          faults.push(
            `${control.textContent || control.ariaLabel} lies at ${Math.round(box.left)} ${Math.round(box.top)}, under ${met?.tagName} ${met?.textContent.slice(0, 40)}`,
          );
      }
      return faults;
    },
    [selector, least, scrolls] as const,
  );
}
