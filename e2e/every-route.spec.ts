import { type Language, languages } from "@cliffhanger/contract/languages";
import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { auditsAll, expectAccessible, isAudited, widths } from "./axe.ts";
import { expect, expectPlaying, featuredSeries, test, waitForHydration } from "./journey.ts";
import { expectDistinctLinks } from "./link-names.ts";
import { becomeMember } from "./person.ts";
import { expectNoRawWords } from "./raw-words.ts";
import { memberScreens, type Names, openScreens, type Screen } from "./screens.ts";

const phone = { width: widths[0] ?? 360, height: 844 };

/** Brings a screen into another state. */
type Change = (page: Page) => Promise<void>;

/** States of a screen that need an input. */
const changes: Record<string, Change> = {
  "/login": submitEmpty,
  "/register": submitEmpty,
  "/retrievePassword": submitEmpty,
  "/commonQuestions": expandDetails,
  "/privacyPolicy": expandDetails,
  "/individual": expand,
};

const episode: Names = { en: "Episode", es: "Episodio", fr: "Épisode", de: "Folge", pt: "Episódio" };
const slogan: Names = {
  en: "Short drama, one episode at a time",
  es: "Drama breve, episodio a episodio",
  fr: "Le drame court, épisode par épisode",
  de: "Drama in kurzen Folgen",
  pt: "Drama curto, um episódio por vez",
};

// German has the longest words, and other tests see the screens in English; `.ci/run` walks through all.
const walked = auditsAll ? languages : (["de"] as const);

// Each test opens dozens of screens, and none depends on another.
test.describe.configure({ mode: "parallel" });

for (const language of walked) {
  test(`R9, R10, R29, R30: every public screen, and every state after an input, is whole in ${language} at every width, and fits with text that is 40 % longer`, async ({
    page,
    origin,
  }) => {
    test.setTimeout(timeLimit(600));
    const { id } = await featuredSeries(origin);
    const paths = [...openScreens, ...memberScreens].map(({ path }) => path);
    expect(paths, "every screen with a second state is opened").toEqual(
      expect.arrayContaining(Object.keys(changes)),
    );
    await expectScreen(page, "/", language, { title: `Cliffhanger · ${slogan[language]}` });
    for (const [path, title] of await watchScreens(origin, language))
      await expectScreen(page, path, language, { title, change: path.includes("?") ? undefined : playing });
    await expectScreen(page, `/videos/${id}?ep=99`, language);
    for (const screen of openScreens) await expectNamed(page, screen, language);
    await expectScreen(page, "/retrievePassword?code=x", language, { change: submitEmpty });
  });

  test(`R15, R16, R20, R21, R22: a member's screens are whole in ${language} at every width, and fit with text that is 40 % longer`, async ({
    page,
  }) => {
    test.setTimeout(timeLimit(120));
    await becomeMember(page);
    for (const screen of memberScreens) await expectNamed(page, screen, language);
  });
}

async function expectNamed(page: Page, { path, name, status }: Screen, language: Language): Promise<void> {
  const title = `${name[language]} · Cliffhanger`;
  await expectScreen(page, path, language, { title, status, change: changes[path] });
}

/** Opens a screen once, and checks it as it opens, after an input if it has one, and with longer words. */
async function expectScreen(
  page: Page,
  path: string,
  language: Language,
  { title, status = 200, change }: { title?: string; status?: number; change?: Change } = {},
): Promise<void> {
  const where = `${path} in ${language}`;
  expect(await open(page, path, language), `HTTP status of ${where}`).toBe(status);
  if (title !== undefined) await expect(page, where).toHaveTitle(title);
  await expect(page.locator("html"), where).toHaveAttribute("lang", language);
  await expectNoRawWords(page, where);
  await expectDistinctLinks(page, where);
  await expectFit(page, where, language);
  // Some links are on desktops only and others in the tabs of phones.
  if (language === "en") await expectDistinctLinks(page, `${where} on a desktop`);
  await waitForHydration(page);
  if (change) {
    await page.setViewportSize(phone);
    await change(page);
    const changed = `${where} (${change.name})`;
    await expectNoRawWords(page, changed);
    await expectFit(page, changed, language);
  }
  // The next screen opens at this width too.
  await page.setViewportSize(phone);
  await page.evaluate(stretchWords);
  expect(
    await page.evaluate(sideways),
    `${where} with longer words is wider than the screen`,
  ).toBeLessThanOrEqual(0);
  expect(await page.evaluate(cutOff), `${where} with longer words cuts words off`).toEqual([]);
}

/** Checks a page at every width: one heading, no horizontal overflow, and no violation that axe finds. */
async function expectFit(page: Page, where: string, language: Language): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.locator("h1:visible"), `headings of ${where} at ${width}`).toHaveCount(1);
    expect(
      await page.evaluate(sideways),
      `${where} at ${width} is wider than the screen`,
    ).toBeLessThanOrEqual(0);
    if (isAudited(language, width)) await expectAccessible(page, `${where} at ${width}`, language);
  }
}

/** Sends the screen's empty form, so that every field shows its error. */
async function submitEmpty(page: Page): Promise<void> {
  await page.locator("main form button[type=submit]").click();
  await expect(page.locator("main [aria-invalid=true]").first()).toBeVisible();
}

async function playing(page: Page): Promise<void> {
  await expectPlaying(page);
}

async function expand(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  for (const button of await page.locator("main button[aria-expanded]").all()) await button.click();
}

async function expandDetails(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const collapsed of document.querySelectorAll("main details")) collapsed.setAttribute("open", "");
  });
}

/** Opens a screen in a language and waits until the app knows the visitor. Returns the HTTP status. */
async function open(page: Page, path: string, language: Language): Promise<number | undefined> {
  const known = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/user");
  const answer = await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
  await known;
  await page.locator("h1").first().waitFor({ state: "attached" });
  return answer?.status();
}

/** Returns the featured series, a free and a locked episode of it, with the titles of their documents. */
async function watchScreens(origin: string, language: Language): Promise<[string, string][]> {
  const { id, episodeCount } = await featuredSeries(origin);
  const answer = await fetch(`${origin}/api/video?id=${id}`, { headers: { "accept-language": language } });
  const { info } = (await answer.json()) as { info: { title: string } };
  return ["", `?ep=${episodeCount}`].map((query) => [
    `/videos/${id}${query}`,
    `${info.title} · ${episode[language]} ${query ? episodeCount : 1} · Cliffhanger`,
  ]);
}

// The functions below run in the page.

function sideways(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}

/** Makes every word 40 % longer and accented, as a translation may be. */
function stretchWords(): void {
  const accents: Record<string, string> = { a: "á", e: "ë", i: "ï", o: "ö", u: "ü", n: "ñ", c: "ç" };
  const stretch = (text: string) =>
    text.replace(/\p{L}+/gu, (word) => {
      const accented = word.replace(/[aeiounc]/g, (character) => accents[character] ?? character);
      return accented + accented.slice(0, Math.round(word.length * 0.4));
    });
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (!text.parentElement?.closest("script, style")) text.data = stretch(text.data);
  }
}

/** Returns the buttons, and links styled as buttons, whose text overflows them or the screen. */
function cutOff(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>("button, a.primary, a.rounded-lg, .chip")];
  return controls
    .filter((control) => {
      const { width, right } = control.getBoundingClientRect();
      if (width === 0 || control.closest(".sr-only, [aria-hidden=true]")) return false;
      const scrolls = control.closest(".overflow-x-auto") !== null;
      return control.scrollWidth > control.clientWidth + 1 || (!scrolls && right > innerWidth + 1);
    })
    .map((control) => `${control.tagName} ${control.className}: ${control.textContent}`);
}
