import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { inDatabase } from "./app-database.ts";
import { expectAccessible } from "./axe.ts";
import { clockOf, passTime } from "./checkout.ts";
import { invited, joinByPasskey, test } from "./console.ts";
import { expect, expectPlaying, findSeries } from "./journey.ts";
import { seekTo } from "./player-state.ts";

test.use({ appKind: "own" });

const DAY_MS = 86_400_000;

/** Hides the episodes after a number, as if they had been uploaded and not published. */
async function hideAfter(app: { dataDir: string }, id: string, number: number): Promise<void> {
  await change(
    app,
    `update episode set published_at = null, held = true where series_id = '${id}' and number > ${number};
    update series set episode_count = ${number}, published_at = case when ${number} > 0 then published_at end
    where id = '${id}'`,
  );
}

/** Shows them all again, so that other journeys find the series as it was. */
async function showAll(app: { dataDir: string }, id: string): Promise<void> {
  await change(
    app,
    `delete from release_drop where series_id = '${id}';
    update episode set published_at = now(), held = false where series_id = '${id}' and published_at is null;
    update series set episode_count = (select count(*) from episode where series_id = '${id}'),
      published_at = coalesce(published_at, now()) where id = '${id}';
    select pg_notify('catalogue_changed', '')`,
  );
}

async function change(app: { dataDir: string }, sql: string): Promise<void> {
  const actor = "select set_config('app.actor', 'system:restore', true)";
  await inDatabase(app, (client) => client.query(`begin; ${actor}; ${sql}; commit`));
}

async function command(app: { dataDir: string }, file: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: app.dataDir };
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, "../server/src", file), ...args], {
    env,
  });
}

/** Returns a day so many days after the next tenth of a month: four such days are in one month, in any view of it. */
function dayAhead(now: Date, days: number): string {
  const month = now.getUTCMonth() + (now.getUTCDate() < 9 ? 0 : 1);
  return new Date(Date.UTC(now.getUTCFullYear(), month, 10 + days)).toISOString().slice(0, 10);
}

const cards = (page: Page) => page.getByRole("button", { name: /\d\d:\d\d UTC/ });

const countOf = async (origin: string, id: string): Promise<number> => {
  const answer = await fetch(`${origin}/api/video/episode?seriesId=${id}`);
  return ((await answer.json()) as { data: { list: unknown[] } }).data.list.length;
};

test("C26, G6: an editor plans a series in the calendar and moves a drop by mouse and keys; viewers see what comes, and the episodes at their time", async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(timeLimit(240));
  const { origin } = app;
  const now = await clockOf(origin);
  const series = await findSeries(
    origin,
    ({ episodeCount, freeEpisodeCount }) => episodeCount === 8 && freeEpisodeCount >= 2,
  );
  await hideAfter(app, series.id, 2);
  const { path } = await invited(app, "editor");
  await joinByPasskey(page, path);
  await page.getByRole("link", { name: "Calendar", exact: true }).click();
  await page.getByRole("button", { name: "New drop", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "New drop" });
  await dialog.getByRole("combobox", { name: "Series" }).fill(series.title);
  await page.getByRole("option", { name: series.title }).click();
  for (const day of ["Sat", "Sun"]) await dialog.getByRole("checkbox", { name: day }).check();
  await dialog.getByLabel("From").fill(dayAhead(now, 0));
  await dialog.getByRole("combobox", { name: "Time zone" }).fill("UTC");
  await page.getByRole("option", { name: "UTC", exact: true }).click();
  await dialog.getByRole("button", { name: "Show the plan" }).click();
  await expect(dialog.getByText("These 3 drops are planned:")).toBeVisible();
  await dialog.getByRole("button", { name: "Plan it" }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/console/calendar?view=agenda&on=${dayAhead(now, 0)}`);
  await expect(cards(page)).toHaveCount(3);
  await expectAccessible(page, "the agenda");

  // The last drop a day later by keys, and back by the mouse.
  await page.getByText("Month", { exact: true }).click();
  const last = page.getByRole("button", { name: /Episodes 7–8/ });
  const dayOf = (days: number) => page.getByRole("listitem", { name: longDay(now, days), exact: true });
  await last.press("Alt+ArrowRight");
  await expect(dayOf(3).getByRole("button", { name: /Episodes 7–8/ })).toBeFocused();
  await expect(page.getByText(`${series.title} moved to ${longDay(now, 3)}`).first()).toBeVisible();
  await last.dragTo(dayOf(2));
  await expect(dayOf(2).getByRole("button", { name: /18:00.*Episodes 7–8/ })).toBeVisible();
  await expectAccessible(page, "the month");
  await last.click();
  const drop = page.getByRole("dialog", { name: series.title });
  await drop.getByLabel("Time (UTC)").fill("19:30");
  await expectAccessible(page, "a drop");
  await drop.getByRole("button", { name: "Move to…" }).click();
  await expect(dayOf(2).getByRole("button", { name: /19:30.*Episodes 7–8/ })).toBeVisible();

  // Viewers see the numbers to come, and when the next one comes after the last episode.
  const context = await browser.newContext({ baseURL: origin, timezoneId: "UTC" });
  const viewer = await context.newPage();
  await viewer.goto(`/videos/${series.id}?ep=2`);
  await expect(viewer.getByRole("list", { name: "Coming episodes" }).getByRole("listitem")).toHaveCount(6);
  await expectPlaying(viewer);
  await seekTo(viewer, 17.6);
  await expect(viewer.getByText(/^Episode 3 comes on 10 \w+ \d{4}, 18:00$/)).toBeInViewport();
  await expectAccessible(viewer, "the end of what is there");
  await context.close();

  // Between the first drop and the second, which comes a day later.
  const firstDrop = Date.parse(`${dayAhead(now, 0)}T18:00Z`);
  await passTime(origin, Math.ceil((firstDrop - now.getTime()) / DAY_MS));
  await expect.poll(() => countOf(origin, series.id)).toBe(4);

  // The editor's session ended with those days. In the series: hold, go on, end the plan, one now, and both taken back.
  const later = await browser.newContext({ baseURL: origin.replace("127.0.0.1", "localhost") });
  const desk = await later.newPage();
  await joinByPasskey(desk, (await invited(app, "editor")).path, `/console/series/${series.id}/releases`);
  await expect(desk.getByText(/^2 episodes every day at 18:00 \(UTC\), from 10 \w+ \d{4}\.$/)).toBeVisible();
  await expectAccessible(desk, "the releases of a series");
  await desk.getByRole("button", { name: "Hold" }).click();
  await expect(desk.getByText("On hold", { exact: true })).toBeVisible();
  await desk.getByRole("button", { name: "Go on" }).click();
  await desk.getByRole("button", { name: "End the plan" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "End the plan" }).click();
  await expect(desk.getByRole("dialog")).toBeHidden();
  await expect(
    desk.getByText("Episodes that come later get no time by themselves.", { exact: true }),
  ).toBeVisible();
  await desk.getByRole("button", { name: "Release episode 5 now" }).click();
  await expectAccessible(desk, "the question before a release");
  await desk.getByRole("dialog").getByRole("button", { name: "Release episode 5 now" }).click();
  await expect.poll(() => countOf(origin, series.id)).toBe(5);
  const done = desk.getByRole("button", { name: /Done/ });
  await expect(done).toHaveCount(2, { timeout: timeLimit(20) });
  for (const left of [4, 2]) {
    await done.first().click();
    await desk.getByRole("button", { name: "Take back" }).click();
    await expect(done).toHaveCount(left / 2 - 1);
    await expect.poll(() => countOf(origin, series.id)).toBe(left);
  }
  await later.close();
  await showAll(app, series.id);
  await expect.poll(() => countOf(origin, series.id)).toBe(8);
});

/** Returns a day as the calendar names it. */
function longDay(now: Date, days: number): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: "UTC",
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  }).format(new Date(dayAhead(now, days)));
}

test("G6: a series whose first episode has a time has a page in five languages", async ({ page, app }) => {
  test.setTimeout(timeLimit(180));
  const series = await findSeries(app.origin, ({ episodeCount }) => episodeCount === 3);
  await hideAfter(app, series.id, 0);
  const now = await clockOf(app.origin);
  // What a test of home left unpublished: the command below refuses to change home beside it.
  await change(app, "update home set draft = null");
  // After the day to which the test before moves the clock.
  await command(app, "releases/releases-command.ts", "set", series.id, "1", `${dayAhead(now, 20)}T18:00Z`);
  await command(
    app,
    "catalogue/section-command.ts",
    "add",
    "soon",
    "--source",
    "coming",
    "--title",
    "Soon",
    "--at",
    "2",
  );
  await page.goto("/");
  const card = page.getByRole("link", { name: series.title }).filter({ hasText: /\d{4}, \d\d:\d\d/ });
  await expect(card.first()).toBeVisible();
  for (const [language, words] of [
    ["en", "The first episode comes on"],
    ["es", "El primer episodio llega el"],
    ["fr", "Le premier épisode arrive le"],
    ["de", "Die erste Folge erscheint am"],
    ["pt", "O primeiro episódio chega em"],
  ] as const) {
    await page.goto(`/videos/${series.id}?lang=${language}`);
    await expect(page.getByText(words)).toBeVisible();
    await expectAccessible(page, `the coming page in ${language}`, language);
  }
  await command(app, "catalogue/section-command.ts", "remove", "soon");
  await showAll(app, series.id);
});
