import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { accessibilityFaults } from "./axe.ts";
import { expect, expectPlaying, featuredSeries, test, waitForHydration } from "./journey.ts";
import { becomeMember, newMember, signIn } from "./person.ts";
import { position, seekTo } from "./player-state.ts";
import { arrived, expectContinueRow, reportPosition, savedPosition } from "./watched.ts";

test("R14, R22, R39: a guest who returns resumes at the same position; an address with an episode resumes it, one with a position starts there until a reload, one whose episode is not there opens where its viewer is, and after an end the next episode opens", {
  tag: "@quick",
}, async ({ page, origin }) => {
  const series = await featuredSeries(origin);
  await page.context().request.get("/api/user"); // opens a guest's session
  await reportPosition(page, series, 1, 8);
  await reportPosition(page, series, 3, 7);
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
  await seekTo(page, 5);
  await arrived(page, 1, 5);
  await page.reload();
  const again = await expectPlaying(page);
  expect(again).toBeGreaterThan(4);
  expect(again, "where the viewer was, not where the address had begun").toBeLessThan(12);
  await expect(page).toHaveTitle(/Episode 1/);

  const done = page.waitForRequest((request) => (request.postData() ?? "").includes('"done":true'));
  await seekTo(page, 17.5);
  await (await done).response();
  await page.goto(`/videos/${series.id}`);
  await expect(page).toHaveTitle(/Episode 2/);
  await page.getByRole("button", { name: "Episodes" }).click();
  await expect(page.getByRole("button", { name: "Episode 1, watched" })).toBeVisible();
});

test("R39: home takes over its markup when the row's cookie was set or removed after the page was requested", async ({
  context,
  page,
  origin,
}) => {
  await page.addInitScript(() => {
    const isThere = document.cookie.includes("continue=1");
    // biome-ignore lint/suspicious/noDocumentCookie: it is set before hydration, so it cannot wait
    document.cookie = isThere ? "continue=; Path=/; Max-Age=0" : "continue=1; Path=/";
  });
  for (const requested of ["", "1"]) {
    await context.addCookies([{ name: "continue", value: requested, url: origin }]);
    await page.goto("/");
    // An error of React's in between fails the test.
    await waitForHydration(page);
    await expect(page.locator("main .animate-pulse")).toHaveCount(0);
  }
});

test("R39: a guest's history becomes the member's, and reaches a second browser within seconds", async ({
  page,
  browser,
  origin,
}) => {
  const series = await featuredSeries(origin);
  await page.context().request.get("/api/user");
  await reportPosition(page, series, 3, 7);
  const person = await becomeMember(page, "/historys");
  const entry = page.getByRole("link", { name: new RegExp(`${series.title}.*Episode 3`) });
  await expect(entry).toBeVisible();

  const context = await browser.newContext({ baseURL: origin, locale: "en-US" });
  const other = await context.newPage();
  expect((await context.request.post("/api/user/login", { data: person })).ok()).toBe(true);
  await other.goto("/");
  const row = other.getByRole("region", { name: "Continue watching" });
  await row.getByRole("link", { name: /Episode 3, \d+% watched/ }).click();
  await expect(other).toHaveTitle(/Episode 3/);
  expect(await expectPlaying(other)).toBeGreaterThan(4);
  // And back: the first browser has the second one's progress when it opens the series.
  await seekTo(other, 12);
  await arrived(other, 3, 12);
  await context.close();
  await entry.click();
  await expect(page.getByText(/Resumed at 0:1/)).toBeVisible();
  expect(await expectPlaying(page)).toBeGreaterThan(10);
});

test("R14, R67: progress made offline is reported when the connection is back, without a message, and the last although the page is closed at once", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  await page.goto(`/videos/${series.id}`);
  await expectPlaying(page);
  // The whole episode is buffered.
  await expect.poll(() => buffered(page), { timeout: timeLimit(30) }).toBeGreaterThan(17);
  await page.context().setOffline(true);
  await seekTo(page, 5);
  await expect.poll(() => position(page)).toBeGreaterThan(8);
  await page.keyboard.press("k");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(page.getByText("No connection to the service")).toBeHidden();
  await page.context().setOffline(false);
  await expect.poll(() => savedPosition(page)).toBeGreaterThan(7);

  await page.keyboard.press("k");
  await expect.poll(() => position(page)).toBeGreaterThan(10.5);
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => savedPosition(next)).toBeGreaterThan(9.5);
});

test("R20, R69, R70: a member adds a series to My List, removes it, and finds it there, without an accessibility fault", {
  tag: "@quick",
}, async ({ page, origin }) => {
  const series = await featuredSeries(origin);
  await becomeMember(page, "/favorites");
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
  await expectAccessible(page);
  await page.clock.install();
  await page.goto("/favorites");
  const card = page.getByRole("main").getByRole("link", { name: series.title });
  await expect(card).toBeVisible();
  await expect(page.getByText("No more content")).toBeVisible();

  await page.getByRole("button", { name: "Edit" }).click();
  await expectAccessible(page);
  // Time stands still while Undo is offered, however busy this machine is.
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)));
  await page.getByRole("button", { name: `Remove “${series.title}”` }).click();
  await expect(card).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.clock.resume();
  await expect(card).toBeVisible();
  await page.getByRole("button", { name: `Remove “${series.title}”` }).click();
  // The visitor leaves before the toast is gone. A browser may tell a page late that it was left.
  await page.goto("/");
  const listed = async () => (await (await page.request.get("/api/user/favorite")).json()).data.list;
  await expect.poll(listed).toEqual([]);
  await page.goto(`/videos/${series.id}`);
  await expect(button).toHaveAttribute("aria-pressed", "false");
});

test("R39: a guest's tap on My List is done after signing in", async ({ page, origin }) => {
  const series = await featuredSeries(origin);
  const person = await newMember(origin);
  await page.goto(`/videos/${series.id}?ep=2`);
  await waitForHydration(page);
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

test("R21, R22: the history shows progress, restores an entry by Undo, and is cleared after a confirmation, without an accessibility fault", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  await becomeMember(page);
  await reportPosition(page, series, 2, 9);
  await page.goto("/historys");
  const entry = page.getByRole("link", { name: new RegExp(`${series.title}.*Episode 2`) });
  await expect(page.getByRole("region", { name: "Today" })).toBeVisible();
  await expect(entry).toContainText(/0:(09|1\d) of 0:18/);
  await expectAccessible(page);
  const remove = page.getByRole("button", { name: `Take “${series.title}” out of your history` });
  await remove.click();
  await expect(entry).toBeHidden();
  // The keyboard goes on from the screen, not from the top of the page.
  await expect(page.getByRole("main")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(entry).toBeVisible();
  expect(await savedPosition(page)).toBeGreaterThan(8);

  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page.getByRole("button", { name: "Clear history" })).toBeVisible();
  await expectAccessible(page);
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

test("R20, R22: with two windows open, a sign-out in one sends what was removed in the other a moment ago", async ({
  page,
  origin,
}) => {
  const series = await featuredSeries(origin);
  const person = await becomeMember(page);
  await reportPosition(page, series, 2, 9);
  const other = await page.context().newPage();
  await other.goto("/my");
  const signOut = other.getByRole("button", { name: "Logout" });
  await expect(signOut).toBeVisible();
  await page.goto("/historys");
  await page.getByRole("button", { name: `Take “${series.title}” out of your history` }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  // As in a window beside it: a tab in the background would have sent it when it was hidden.
  expect(await page.evaluate(() => document.visibilityState)).toBe("visible");
  await signOut.click();
  await expect(other.getByText("You are signed out.")).toBeVisible();
  const { request } = page.context();
  expect((await request.post("/api/user/login", { data: person })).ok()).toBe(true);
  expect(await savedPosition(page)).toBe(-1);
});

test("R39: home shows at 390 px what to continue, with its progress, without a layout shift and without an accessibility fault", async ({
  page,
  origin,
}) => {
  await expectContinueRow(page, origin, { width: 390, height: 844 }, () => expectAccessible(page));
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
