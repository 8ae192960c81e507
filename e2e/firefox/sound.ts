import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { openApp } from "../start-app.ts";
import { type FirefoxPage, openFirefox } from "./bidi.ts";

/**
 * Tests sound in Firefox with its default autoplay rule: an episode starts muted, one click on the picture turns the sound on,
 * and it stays on by wheel, key, list, swipe and at an automatic end. Part of `npm run test:long`; it ends with a summary.
 * Playwright drives only its own Firefox build, so this drives the system's through WebDriver BiDi.
 */
const program = process.env["FIREFOX_PATH"] ?? "firefox-esr";

/** The player's sound and position. */
interface SoundState {
  episode: number;
  muted: boolean;
  moving: boolean;
  /** Whether the player offers to turn the sound on. */
  offered: boolean;
}

const readSoundState = `(() => {
  const video = document.querySelector("video[data-active]");
  return {
    episode: Number(new URLSearchParams(location.search).get("ep") ?? 1),
    muted: video?.muted,
    moving: Boolean(video && !video.paused && video.readyState > 2 && video.currentTime > 0.4),
    offered: document.body.innerText.includes("Tap to unmute"),
  };
})()`;

const results = { passed: 0, failed: 0 };

/** Waits until the player has the wanted state, and prints the result. */
async function expectSoundState(page: FirefoxPage, what: string, wanted: SoundState): Promise<void> {
  let state: SoundState | undefined;
  for (let tries = 0; tries < 100; tries += 1) {
    state = await page.evaluate<SoundState>(readSoundState);
    if (isDeepStrictEqual(state, wanted)) break;
    await pause(200);
  }
  const good = isDeepStrictEqual(state, wanted);
  results[good ? "passed" : "failed"] += 1;
  console.log(
    good ? `✓ ${what}` : `✗ ${what}: ${JSON.stringify(state)} instead of ${JSON.stringify(wanted)}`,
  );
}

/** Returns the middle of the first button whose name starts with `name`. */
async function buttonAt(page: FirefoxPage, name: string): Promise<[number, number]> {
  const at = await page.evaluate<[number, number] | null>(`(() => {
    const button = [...document.querySelectorAll("button")].find(
      (one) => one.getAttribute("aria-label")?.startsWith(${JSON.stringify(name)}) && one.checkVisibility(),
    );
    button?.scrollIntoView({ block: "center" });
    const box = button?.getBoundingClientRect();
    return box ? [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)] : null;
  })()`);
  if (!at) throw new Error(`There is no button "${name}".`);
  return at;
}

async function followSound(page: FirefoxPage, origin: string): Promise<void> {
  const answer = await fetch(`${origin}/api/homepage`);
  const { info } = (await answer.json()) as { info: { featured: { list: { id: string }[] } } };
  await page.open(`${origin}/videos/${info.featured.list[0]?.id}`);
  const silent = { episode: 1, muted: true, moving: true, offered: true };
  await expectSoundState(page, "R14: Firefox lets an episode begin without sound", silent);
  const middle = await page.evaluate<[number, number]>(`(() => {
    const box = document.querySelector("video[data-active]").getBoundingClientRect();
    return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 3)];
  })()`);
  await page.click(...middle);
  const sound = (what: string, episode: number) =>
    expectSoundState(page, `R14: ${what}`, { episode, muted: false, moving: true, offered: false });
  await sound("one click on the picture turns the sound on without a pause", 1);
  await page.evaluate(`(document.querySelector("video[data-active]").currentTime = 12)`);
  await sound("the sound stays on when an episode ends and the next one follows", 2);
  await page.wheel(...middle, 700);
  await sound("the sound stays on by wheel", 3);
  await page.press("p");
  await sound("the sound stays on by key", 2);
  await page.click(...(await buttonAt(page, "Episode 1,")));
  await sound("the sound stays on by the episode list", 1);
  // A driver cannot swipe in Firefox. A swipe scrolls the page without user activation, so the test scrolls it.
  await page.evaluate(`(() => {
    const feed = document.querySelector("[data-index]").parentElement;
    feed.scrollTo({ top: feed.clientHeight, behavior: "smooth" });
  })()`);
  await sound("the sound stays on by a scroll as of a swipe", 2);
}

const app = await openApp();
try {
  const page = await openFirefox(program);
  try {
    await followSound(page, app.origin);
  } finally {
    await page.close();
  }
} catch (error) {
  results.failed += 1;
  console.error(error);
} finally {
  await app.close();
}
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed === 0 && results.passed > 0 ? 0 : 1;
