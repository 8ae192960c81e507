import type { Browser, BrowserContext, Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { accessibilityFaults } from "./axe.ts";
import { expect, expectPlaying, featuredSeries, test, waitForHydration } from "./journey.ts";
import { asMember, newMember, newPerson, register, signIn } from "./person.ts";
import { position } from "./player-state.ts";
import { arrived, expectContinueRow, savedPosition, watchTo } from "./watched.ts";

test("R14, R22, R39: a guest who returns resumes at the same position; an address with an episode resumes it, one with a position starts there, and one whose episode is not there opens where its viewer is", {
  tag: "@quick",
}, async ({ page, origin }) => {
  const series = await featuredSeries(origin);
  await watchTo(page, series, 1, 9);
  await watchTo(page, series, 3, 8);
  await page.goto("/");
  await page.goto(`/videos/${series.id}`);
  await expect(page).toHaveTitle(/Episode 3/);
  await expect(page.getByText(/Resumed at 0:(0[5-9]|1\d)/)).toBeVisible();
  expect(await expectPlaying(page)).toBeGreaterThan(5);

  await page.goto(`/videos/${series.id}?ep=99&t=2`);
  await expect(page).toHaveTitle(/Episode 3/);
  await expect(page.getByRole("status").getByText("Episode 99 is not available.")).toBeVisible();
  await expect(page).toHaveURL(`${origin}/videos/${series.id}?ep=3`);
  expect(await expectPlaying(page)).toBeGreaterThan(3);

  await page.goto(`/videos/${series.id}?ep=1`);
  await expect(page.getByText(/Resumed at 0:(0[5-9]|1\d)/)).toBeVisible();
  await page.getByRole("button", { name: "From the beginning" }).click();
  await expect.poll(() => position(page)).toBeLessThan(4);
  await expect(page.getByText(/Resumed at/)).toBeHidden();

  await page.goto(`/videos/${series.id}?ep=1&t=13`);
  expect(await expectPlaying(page)).toBeGreaterThanOrEqual(13);
  await expect(page.getByText(/Resumed at/)).toBeHidden();
});

test("R14, R22: after a reload viewers are where they were, not where the address had begun", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  await page.goto(`/videos/${series.id}?ep=2&t=1`);
  await expectPlaying(page);
  await seek(page, 9);
  await arrived(page, 2, 9);
  await page.reload();
  expect(await expectPlaying(page)).toBeGreaterThan(5);
  await expect(page).toHaveTitle(/Episode 2/);
});

test("R22: after an episode was watched to its end, the series resumes with the next one", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  const done = page.waitForRequest((request) => (request.postData() ?? "").includes('"done":true'));
  await page.goto(`/videos/${series.id}`);
  await expectPlaying(page);
  await seek(page, 17.5);
  await (await done).response();
  await page.goto("/");
  await page.goto(`/videos/${series.id}`);
  await expect(page).toHaveTitle(/Episode 2/);
  await page.getByRole("button", { name: "Episodes" }).click();
  await expect(page.getByRole("button", { name: "Episode 1, watched" })).toBeVisible();
});

for (const [title, requested, found] of [
  ["was set", "", "continue=1; Path=/"],
  ["was removed", "1", "continue=; Path=/; Max-Age=0"],
] as const)
  test(`R39: home takes over its markup when the row's cookie ${title} after the page was requested`, async ({
    context,
    page,
    origin,
  }) => {
    await context.addCookies([{ name: "continue", value: requested, url: origin }]);
    await page.addInitScript((cookie) => {
      // biome-ignore lint/suspicious/noDocumentCookie: it is set before hydration, so it cannot wait
      document.cookie = cookie;
    }, found);
    await page.goto("/");
    // An error of React's in between fails the test.
    await waitForHydration(page);
    await expect(page.locator("main .animate-pulse")).toHaveCount(0);
  });

test("R39: a guest's history becomes the member's, and reaches a second browser within seconds", async ({
  page,
  browser,
  origin,
}) => {
  const series = await featuredSeries(origin);
  await watchTo(page, series, 3, 7);
  const person = newPerson();
  await page.goto("/register?returnTo=/historys");
  await register(page, person);
  await expect(page.getByRole("link", { name: new RegExp(`${series.title}.*Episode 3`) })).toBeVisible();

  await inAnotherBrowser(browser, origin, async (other) => {
    await other.goto("/login");
    await signIn(other, person);
    await expect(other).toHaveURL(`${origin}/`);
    await expect(other.getByRole("heading", { name: "Continue watching" })).toBeVisible();
    await other.goto(`/videos/${series.id}`);
    await expect(other).toHaveTitle(/Episode 3/);
    expect(await expectPlaying(other)).toBeGreaterThan(4);
    await arrived(other, 3, 7);
    // And back: the first browser has the second one's progress when it opens the series.
    // Three seconds count as watched; then it is paused, so that on a busy machine it does not reach the end meanwhile.
    await seek(other, 10);
    await expect.poll(() => position(other)).toBeGreaterThanOrEqual(13.5);
    await other.keyboard.press("k");
    await expect(other.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await arrived(other, 3, 13);
  });
  await page.getByRole("link", { name: new RegExp(`${series.title}.*Episode 3`) }).click();
  await expect(page.getByText(/Resumed at 0:1/)).toBeVisible();
  expect(await expectPlaying(page)).toBeGreaterThan(10);
});

test("R14, R67: progress is reported although the page is closed at once", async ({ page, origin }) => {
  const series = await featuredSeries(origin);
  await page.goto(`/videos/${series.id}`);
  await expectPlaying(page);
  await seek(page, 6);
  await arrived(page, 1, 6);
  await expect.poll(() => position(page)).toBeGreaterThan(8);
  const context = page.context();
  const next = await context.newPage();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => savedPosition(next)).toBeGreaterThan(7);
});

test("R67: progress made offline is reported when the connection is back, without a message", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  await page.goto(`/videos/${series.id}`);
  await expectPlaying(page);
  // The whole episode is buffered.
  await expect.poll(() => buffered(page), { timeout: timeLimit(30) }).toBeGreaterThan(17);
  await page.context().setOffline(true);
  await seek(page, 10);
  await expect.poll(() => position(page)).toBeGreaterThan(12);
  await page.keyboard.press("k");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(page.getByText("No connection to the service")).toBeHidden();
  await page.context().setOffline(false);
  await expect.poll(() => savedPosition(page)).toBeGreaterThan(11);
});

test("R20, R69, R70: a member adds a series to My List, removes it, and finds it there", {
  tag: "@quick",
}, async ({ page, origin }) => {
  const series = await featuredSeries(origin);
  await asMember(page);
  await page.goto("/favorites");
  await expect(page.getByRole("heading", { name: "Nothing on your list yet" })).toBeVisible();
  await page.goto(`/videos/${series.id}`);
  const button = page.getByRole("button", { name: "My List", exact: true });
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(button).toHaveAttribute("aria-pressed", "false");
  // Also by keyboard.
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Added to My List")).toBeVisible();
  await page.goto("/favorites");
  const card = page.getByRole("main").getByRole("link", { name: series.title });
  await expect(card).toBeVisible();
  await expect(page.getByText("No more content")).toBeVisible();

  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: `Remove “${series.title}”` }).click();
  await expect(card).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card).toBeVisible();
  await page.getByRole("button", { name: `Remove “${series.title}”` }).click();
  // The visitor leaves before the toast is gone.
  await page.goto("/");
  await page.goto(`/videos/${series.id}`);
  await expect(button).toHaveAttribute("aria-pressed", "false");
});

test("R39: a guest's tap on My List is done after signing in", async ({ page, origin }) => {
  const series = await featuredSeries(origin);
  const person = await newMember(origin);
  await page.goto(`/videos/${series.id}?ep=2`);
  await expectPlaying(page);
  await page.getByRole("button", { name: "My List", exact: true }).click();
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  const notice = `Once you are signed in, “${series.title}” is on My List, and you are back where you were.`;
  await expect(page.getByText(notice)).toBeVisible();
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page.getByText(notice)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await signIn(page, person);
  await expect(page).toHaveURL(`${origin}/videos/${series.id}?ep=2`);
  await expect(page.getByText("Added to My List")).toBeVisible();
  await expect(page.getByRole("button", { name: "My List", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.reload();
  await expect(page.getByRole("button", { name: "My List", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(page.getByText("Added to My List")).toBeHidden();
});

test("R21, R22: the history shows progress, restores an entry by Undo, and is cleared after a confirmation", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  await asMember(page);
  await watchTo(page, series, 2, 9);
  await page.goto("/historys");
  const entry = page.getByRole("link", { name: new RegExp(`${series.title}.*Episode 2`) });
  await expect(page.getByRole("region", { name: "Today" })).toBeVisible();
  await expect(entry).toContainText(/0:(09|1\d) of 0:18/);
  const remove = page.getByRole("button", { name: `Take “${series.title}” out of your history` });
  await remove.click();
  await expect(entry).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(entry).toBeVisible();
  expect(await savedPosition(page)).toBeGreaterThan(8);

  await page.getByRole("button", { name: "Clear all" }).click();
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect(entry).toBeVisible();
  await page.getByRole("button", { name: "Clear all" }).click();
  await page.getByRole("button", { name: "Clear history" }).click();
  await expect(page.getByRole("heading", { name: "Nothing watched yet" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Nothing watched yet" })).toBeVisible();
  await page.goto(`/videos/${series.id}`);
  await expect(page).toHaveTitle(/Episode 1/);
});

test("R20, R21, R22: My List, its edit mode, the history and its dialog have no accessibility fault", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  await asMember(page);
  await watchTo(page, series, 1, 8);
  await page.getByRole("button", { name: "My List", exact: true }).click();
  await expect(page.getByText("Added to My List")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/favorites");
  await page.getByRole("button", { name: "Edit" }).click();
  await expectAccessible(page);
  await page.goto("/historys");
  await expect(page.getByRole("region", { name: "Today" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page.getByRole("button", { name: "Clear history" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Continue watching" })).toBeVisible();
  await expectAccessible(page);
});

test("R39: home shows at 390 px what to continue, with its progress, without a layout shift", async ({
  page,
  origin,
}) => {
  await expectContinueRow(page, origin, { width: 390, height: 844 });
});

async function expectAccessible(page: Page): Promise<void> {
  // axe checks colours after the animations.
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length),
    )
    .toBe(0);
  expect(await accessibilityFaults(page), page.url()).toEqual([]);
}

function buffered(page: Page): Promise<number> {
  return page.evaluate(() => {
    const ranges = document.querySelector<HTMLVideoElement>("video[data-active]")?.buffered;
    return ranges && ranges.length > 0 ? ranges.end(ranges.length - 1) : 0;
  });
}

function seek(page: Page, seconds: number): Promise<void> {
  return page.evaluate((to) => {
    const video = document.querySelector<HTMLVideoElement>("video[data-active]");
    if (video) video.currentTime = to;
  }, seconds);
}

async function inAnotherBrowser<T>(
  browser: Browser,
  origin: string,
  act: (page: Page) => Promise<T>,
): Promise<T> {
  const context: BrowserContext = await browser.newContext({ baseURL: origin, locale: "en-US" });
  try {
    return await act(await context.newPage());
  } finally {
    await context.close();
  }
}
