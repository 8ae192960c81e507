import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { buyByCall } from "./buy-by-call.ts";
import { atPayPal, takeRow } from "./checkout.ts";
import { swipe } from "./feed.ts";
import {
  clickWhenStill,
  type DemoSeries,
  expect,
  expectPlaying,
  findSeries,
  test as journey,
} from "./journey.ts";
import { addSeries } from "./many-series.ts";
import { becomeMember } from "./person.ts";
import { seekTo } from "./player-state.ts";
import { addOnce } from "./worker-app.ts";

/** The number of free episodes of a series and its length. */
type Paywall = "1 of 3" | "3 of 8" | "2 of 3" | "0 of 2";

type Tagged = DemoSeries & { tags: { id: string }[] };

/**
 * The `test` for series whose last episode alone is locked, and for a series without a free episode. `series` returns the first
 * series of a kind, but not the one with the id `but`.
 */
const test = journey.extend<{ series: (paywall: Paywall, but?: string) => Promise<Tagged> }>({
  appKind: "own",
  series: [
    async ({ app }, use) => {
      await addOnce(app, "doors", () =>
        addSeries(app, [
          { title: "The Last Door", episodeCount: 3, freeEpisodeCount: 2 },
          { title: "The First Door", episodeCount: 2, freeEpisodeCount: 0 },
        ]),
      );
      await use((paywall, but) =>
        findSeries<Tagged>(
          app.origin,
          ({ id, episodeCount, freeEpisodeCount }) =>
            id !== but && `${freeEpisodeCount} of ${episodeCount}` === paywall,
        ),
      );
    },
    { timeout: timeLimit(180) },
  ],
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("R31: after the last free episode the sheet offers the next one, and a payment continues there", {
    tag: "@quick",
  }, async ({ page, origin, series }) => {
    const { id } = await series("3 of 8");
    await becomeMember(page, `/videos/${id}?ep=3&t=16.5`);
    const passed = passedEpisodes(page);
    await expectSheet(page, 4);
    await expectAddress(page, 4);
    expect(passed(), "addresses visited at the end of the episode").toEqual([4]);
    await pay(page);
    await expectAddress(page, 4);
    await expectPlaying(page);
    await seekToEnd(page);
    await expectAddress(page, 5);
    await expectPlaying(page);
    await expect(page.getByRole("dialog")).toBeHidden();
    // A series that the member owns is not recommended to them.
    const other = await series("2 of 3");
    const recommended = await fetch(`${origin}/api/homepage/query?tag=${other.tags[0]?.id}&pageSize=13`);
    expect(await recommended.text()).toContain(id);
    await page.goto(`/videos/${other.id}?ep=3`);
    await expectSheet(page, 3);
    await closeSheet(page);
    await swipe(page, "up");
    const seriesEnd = page.getByRole("region", { name: "More like this" }).last();
    await expect(seriesEnd.getByRole("link", { name: "Watch", exact: true })).toBeInViewport();
    await expect(seriesEnd.locator(`a[href="/videos/${id}"]`)).toHaveCount(0);
  });

  test("R31: the sheet is ready before the last free episode ends, tells its last line to no one who came by a link, comes back at each end of that episode, and every swipe or choice past the first locked episode leads to it", async ({
    page,
    series,
  }) => {
    const { id } = await series("1 of 3");
    const asked = requestsOf(page);
    await page.goto(`/videos/${id}`);
    await expectPlaying(page);
    await expect.poll(() => asked()).toEqual(expect.arrayContaining(paywallRequests));
    await page.waitForLoadState("networkidle");
    const before = asked().length;
    await page.keyboard.press("End");
    await expectSheet(page, 2);
    await expect(page.getByRole("link", { name: /^Unlock this series/ })).toBeVisible();
    const late = asked().slice(before);
    expect(late.filter((path) => paywallRequests.includes(path))).toEqual([]);
    await expect(page.locator("figure")).toContainText("Episode 1 ended with:");
    await expect(page.locator("figure blockquote")).toHaveText(/\w{2}/);

    await closeSheet(page);
    await swipe(page, "down");
    await expectAddress(page, 1);
    await expectPlaying(page);
    await page.keyboard.press(">");
    await page.keyboard.press("End");
    await expectSheet(page, 2);
    await expectAddress(page, 2);
    await closeSheet(page);
    await swipe(page, "up");
    await expectAddress(page, 3);
    await expectSheet(page, 2);
    await expectRowsFor(page, id, 2);

    // Of the first series the episode before is known to be seen.
    const linked = await series("1 of 3", id);
    await page.goto(`/videos/${linked.id}?ep=2`);
    await expectSheet(page, 2);
    await expect(page.getByRole("link", { name: /^Unlock this series/ })).toBeVisible();
    await expect(page.locator("figure blockquote")).toHaveCount(0);

    const closed = await series("0 of 2");
    await page.goto(`/videos/${closed.id}`);
    await expectSheet(page, 1);
    await closeSheet(page);
    await clickWhenStill(page.getByRole("button", { name: "Episodes", exact: true }));
    await page.getByRole("button", { name: "Episode 2, for members" }).click();
    await expectAddress(page, 2);
    await expectSheet(page, 1);
  });
});

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("R31: a choice in the list, a deep link and a key to locked episodes open the sheet of the first, also without a free episode; with one locked episode left it appears at the end, not recommendations, and what was paid plays", async ({
    page,
    series,
  }) => {
    const { id } = await series("3 of 8");
    await becomeMember(page, `/videos/${id}?ep=3`);
    await expectPlaying(page);
    await page.keyboard.press("n");
    await expectAddress(page, 4);
    await expectSheet(page, 4);
    await closeSheet(page);
    await page.getByRole("button", { name: "Episode 7, for members" }).click();
    await expectAddress(page, 7);
    await expectSheet(page, 4);
    await page.reload();
    await expectSheet(page, 4);

    const closed = await series("0 of 2");
    await page.goto(`/videos/${closed.id}`);
    await expectSheet(page, 1);
    await closeSheet(page);
    await page.keyboard.press("n");
    await expectAddress(page, 2);
    await expectSheet(page, 1);
    await expectRowsFor(page, closed.id, 1);

    const last = await series("2 of 3");
    await page.goto(`/videos/${last.id}?ep=2&t=16`);
    const passed = passedEpisodes(page);
    await expectSheet(page, 3);
    expect(passed(), "addresses visited at the end of the episode").toEqual([3]);
    await expect(page.locator("section[aria-labelledby=finale]")).not.toBeInViewport();
    await closeSheet(page);
    await expect(page.getByText("Episode 3 is still locked")).toBeInViewport();
    await clickWhenStill(page.getByRole("button", { name: "Unlock subsequent episodes" }));
    await expectSheet(page, 3);
    await expectRowsFor(page, last.id, 3);
    await buyByCall(page, { days: 7 });
    for (const [paid, number] of [
      [last, 3],
      [closed, 1],
    ] as const) {
      await page.goto(`/videos/${paid.id}?ep=${number}`);
      await expectPlaying(page);
    }
  });
});

/** What the sheet of a locked episode needs, by its paths without hashes. */
const paywallRequests = ["/api/plan", "/assets/drawer.js", "/assets/unlock-sheet.js"];

/** Records the paths that the page requests, of its files without their hashes. */
function requestsOf(page: Page): () => string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    paths.push(new URL(request.url()).pathname.replace(/-[0-9a-f]{7}(?=\.js$)/, ""));
  });
  return () => paths;
}

/** Records the episode in the address at each change. */
function passedEpisodes(page: Page): () => number[] {
  const passed: number[] = [];
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame()) passed.push(Number(new URL(frame.url()).searchParams.get("ep")));
  });
  return () => passed;
}

async function expectSheet(page: Page, number: number): Promise<void> {
  await expect(page.getByRole("dialog", { name: `Episode ${number} is next` })).toBeVisible();
}

async function closeSheet(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
}

async function expectAddress(page: Page, number: number): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`[?&]ep=${number}$`));
}

/**
 * Checks that the rows of the sheet lead to paying for that episode. Where a payment begins there it comes back to it, as
 * the payment of the first test does.
 */
async function expectRowsFor(page: Page, seriesId: string, number: number): Promise<void> {
  const address = new RegExp(`^/order/easy\\?series=${seriesId}&ep=${number}&choice=`);
  for (const name of [/renews every 7 days/, /^Unlock this series/])
    await expect(page.getByRole("dialog").getByRole("link", { name })).toHaveAttribute("href", address);
}

/** Pays with PayPal for the series, and comes back to the episode. */
async function pay(page: Page): Promise<void> {
  await takeRow(page);
  await page.getByRole("button", { name: "PayPal" }).click();
  await atPayPal(page, "approve", `funded:${Math.random().toString(36).slice(2)}`);
}

async function seekToEnd(page: Page): Promise<void> {
  const duration = await page.evaluate(
    () => document.querySelector<HTMLVideoElement>("video[data-active]")?.duration ?? 0,
  );
  await seekTo(page, duration - 0.5);
}
