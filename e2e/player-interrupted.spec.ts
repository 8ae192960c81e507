import type { Page, Route } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { film, lookAway, openFilm, seekFilm } from "./film.ts";
import { expect, expectPlaying, featuredSeries, test } from "./journey.ts";

test("R14: whoever looks elsewhere misses nothing: the film waits, and goes on when they are back", async ({
  page,
  origin,
}) => {
  await openFilm(page, origin);
  await lookAway(page, true);
  await expectStill(page);
  await lookAway(page, false);
  await expectPlaying(page);
  await page.keyboard.press("k");
  await expectStill(page);
  await lookAway(page, true);
  await lookAway(page, false);
  await expectStill(page);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("R14: a film that was on its way when the page was left begins when the viewer is back, not before", async ({
  page,
  origin,
}) => {
  let letThrough: () => void = () => undefined;
  const later = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/media\/v\/.*\.m4s$/, async (route) => {
    await later;
    await route.continue();
  });
  const { id } = await featuredSeries(origin);
  await page.goto(`/videos/${id}`);
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toBeVisible();
  await lookAway(page, true);
  letThrough();
  await page.waitForTimeout(4000);
  const unseen = await film(page);
  expect(unseen.time, "seconds that played unseen").toBeLessThan(0.5);
  expect(unseen.paused).toBe(true);
  await lookAway(page, false);
  await expectPlaying(page);
});

test("R14: the next episode does not begin by itself where nobody looks", async ({ page, origin }) => {
  await openFilm(page, origin);
  await page.evaluate(() => {
    document.querySelector("video[data-active]")?.addEventListener("ended", () => {
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    });
  });
  await seekFilm(page, 17.6);
  await expect(page).toHaveURL(/ep=2/);
  await page.waitForTimeout(2000);
  expect(await film(page)).toMatchObject({ paused: true });
  await lookAway(page, false);
  await expectPlaying(page);
  await expect(page).toHaveURL(/ep=2/);
});

test("R14: what the system's own buttons ask for plays though nobody looks", async ({ page, origin }) => {
  await page.addInitScript(() => {
    const heard: Record<string, unknown> = {};
    Object.assign(window, { heard });
    const { setActionHandler } = MediaSession.prototype;
    MediaSession.prototype.setActionHandler = function (name, act) {
      heard[name] = act;
      setActionHandler.call(this, name, act);
    };
  });
  const press = (name: "play" | "nexttrack") =>
    page.evaluate(
      (action) => (window as unknown as { heard: Record<string, () => void> }).heard[action]?.(),
      name,
    );
  await openFilm(page, origin);
  await lookAway(page, true);
  await expectStill(page);
  await press("play");
  await expectPlaying(page);
  await press("nexttrack");
  await expect(page).toHaveURL(/ep=2/);
  await expectPlaying(page);
  await lookAway(page, false);
  await expectPlaying(page);
});

test("R14: a call that stops the film leaves it with its button, and it goes on from there", async ({
  page,
  origin,
}) => {
  await openFilm(page, origin);
  // Nobody asks the page: the system takes the sound away.
  await page.evaluate(() => document.querySelector<HTMLVideoElement>("video[data-active]")?.pause());
  const { time } = await film(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  expect(await expectPlaying(page)).toBeLessThan(time + 5);
});

test("R14: a picture that cannot be decoded is asked for once more, without a word, and the film plays on past it", async ({
  page,
  origin,
}) => {
  let asked = 0;
  await page.route(fifth, async (route) => {
    asked += 1;
    await (asked === 1 ? sendDamaged(route) : route.continue());
  });
  await openFilm(page, origin);
  await page.evaluate(noteWords, ["This episode stopped", "This episode did not start"]);
  await expect.poll(async () => (await film(page)).time, { timeout: timeLimit(40) }).toBeGreaterThan(11);
  expect(asked).toBeGreaterThan(1);
  await expectPlaying(page);
  expect(await page.evaluate(() => document.documentElement.dataset["told"])).toBeUndefined();
});

test("R14: a picture that stays broken is told, and another try goes on from there once it is good", async ({
  page,
  origin,
}) => {
  let good = false;
  let asked = 0;
  await page.route(fifth, async (route) => {
    asked += 1;
    await (good ? route.continue() : sendDamaged(route));
  });
  const { id } = await featuredSeries(origin);
  await page.goto(`/videos/${id}?t=3`);
  await expect(page.getByRole("heading", { name: "This episode stopped" })).toBeVisible({
    timeout: timeLimit(40),
  });
  await expect(page.getByText("The picture could not be decoded on this device.")).toBeVisible();
  expect(asked, "once, and once more").toBeGreaterThan(1);
  await page.waitForTimeout(3000);
  expect(asked, "but not on and on").toBeLessThan(6);
  const retry = page.getByRole("button", { name: "Try again" });
  await retry.click();
  await expect(page.getByRole("heading", { name: failure })).toBeHidden();
  await expect(page.getByRole("heading", { name: failure })).toBeVisible({ timeout: timeLimit(40) });
  good = true;
  // Where it still glides in, the click of a test would scroll the feed to reach it.
  await page.waitForTimeout(1000);
  await retry.click();
  await expect(page.getByRole("heading", { name: failure })).toBeHidden();
  await expect.poll(async () => (await film(page)).time).toBeGreaterThan(2.5);
  await expect.poll(async () => (await film(page)).time, { timeout: timeLimit(40) }).toBeGreaterThan(11);
});

test("R14: what is no film at all, as from a line that asks to sign in first, is waited out and leaves no gap", async ({
  page,
  origin,
}) => {
  let signedIn = false;
  await page.route(fifth, async (route) => {
    const body = "<!doctype html><title>Sign in to this network</title>";
    await (signedIn ? route.continue() : route.fulfill({ contentType: "text/html", body }));
  });
  await openFilm(page, origin, "?t=4");
  await page.evaluate(noteSeconds);
  await page.waitForTimeout(5000);
  expect((await film(page)).time, "it waits for what is missing").toBeLessThan(6.1);
  signedIn = true;
  await expect.poll(async () => (await film(page)).time, { timeout: timeLimit(40) }).toBeGreaterThan(9);
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  expect(
    [6, 7, 8].filter((second) => !seen.includes(second)),
    "seconds that were left out",
  ).toEqual([]);
});

/** From the sixth second to the eighth, in every quality. */
const fifth = /\/v\d+-00004\.m4s$/;

const failure = /^This episode (?:stopped|did not start)$/;

/** Answers with the segment, whose pictures were damaged on the way. */
async function sendDamaged(route: Route): Promise<void> {
  const answer = await route.fetch();
  const body = await answer.body();
  const from = body.indexOf("mdat") + 4;
  for (let at = from; at < body.length; at += 1) body[at] = (at * 7919) % 256;
  await route.fulfill({ response: answer, body });
}

function noteWords(words: string[]): void {
  new MutationObserver(() => {
    if (words.some((each) => document.body.innerText.includes(each)))
      document.documentElement.dataset["told"] = "yes";
  }).observe(document.body, { subtree: true, childList: true });
}

function noteSeconds(): void {
  const seen: number[] = [];
  Object.assign(window, { seen });
  const look = () => {
    const time = Math.floor(document.querySelector<HTMLVideoElement>("video[data-active]")?.currentTime ?? 0);
    if (seen.at(-1) !== time) seen.push(time);
    requestAnimationFrame(look);
  };
  look();
}

async function expectStill(page: Page): Promise<void> {
  await expect.poll(async () => (await film(page)).paused).toBe(true);
  const { time } = await film(page);
  await page.waitForTimeout(800);
  expect((await film(page)).time).toBe(time);
}
