import { type Language, languages } from "@cliffhanger/contract/languages";
import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { auditsAll, expectAccessible, isAudited, widths } from "./axe.ts";
import { expect, expectPlaying, featuredSeries, test, waitForHydration } from "./journey.ts";
import { expectDistinctLinks } from "./link-names.ts";
import { asMember } from "./person.ts";
import { expectNoRawWords } from "./raw-words.ts";
import { memberScreens, type Names, openScreens, type Screen } from "./screens.ts";

const phone = { width: 390, height: 844 };

/** States of a screen that need an input. */
const changedScreens = [
  ["/login", submitEmpty],
  ["/register", submitEmpty],
  ["/retrievePassword", submitEmpty],
  ["/retrievePassword?code=x", submitEmpty],
  ["/commonQuestions", expandDetails],
  ["/privacyPolicy", expandDetails],
] as const;

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
  test(`R9, R10, R29, R30: every public screen is whole in ${language}, at every width`, async ({
    page,
    origin,
  }) => {
    test.setTimeout(timeLimit(600));
    const watch = await watchScreens(origin, language);
    await expectScreen(page, "/", language, `Cliffhanger · ${slogan[language]}`);
    for (const [path, title] of watch) await expectScreen(page, path, language, title);
    for (const screen of openScreens) await expectNamed(page, screen, language);
  });

  test(`R9, R29, R30: every state of a screen after an input is whole in ${language}, at every width`, async ({
    page,
    origin,
  }) => {
    test.setTimeout(timeLimit(240));
    for (const [path, change] of changedScreens) await expectFitting(page, path, language, change);
    const { id } = await featuredSeries(origin);
    await expectFitting(page, `/videos/${id}`, language, playing);
    await expectFitting(page, `/videos/${id}?ep=99`, language, unchanged);
  });

  test(`R15, R16, R20, R21, R22: a member's screens are whole in ${language}, at every width`, async ({
    page,
  }) => {
    test.setTimeout(timeLimit(120));
    // Not opened as a page: its first call would start a guest session during the registration.
    await page.context().request.get("/my?lang=en");
    await asMember(page);
    for (const screen of memberScreens) await expectNamed(page, screen, language);
    await expectFitting(page, "/individual", language, expand);
  });
}

test("text that is 40 % longer fits every screen and every button", async ({ page, origin }) => {
  test.setTimeout(timeLimit(120));
  const { id } = await featuredSeries(origin);
  await page.setViewportSize({ width: 360, height: 780 });
  const check = async (path: string) => {
    await open(page, path, "en");
    await waitForHydration(page);
    await page.evaluate(stretchWords);
    expect(await page.evaluate(sideways), `${path} is wider than the screen`).toBeLessThanOrEqual(0);
    expect(await page.evaluate(cutOff), `${path} cuts words off`).toEqual([]);
  };
  for (const path of ["/", `/videos/${id}`, `/videos/${id}?ep=8`]) await check(path);
  for (const { path } of openScreens) await check(path);
  await asMember(page);
  for (const { path } of memberScreens) await check(path);
});

async function expectNamed(page: Page, { path, name, status }: Screen, language: Language): Promise<void> {
  await expectScreen(page, path, language, `${name[language]} · Cliffhanger`, status);
}

async function expectScreen(
  page: Page,
  path: string,
  language: Language,
  title: string,
  status = 200,
): Promise<void> {
  const where = `${path} in ${language}`;
  await page.setViewportSize(phone);
  expect(await open(page, path, language), `HTTP status of ${where}`).toBe(status);
  await expect(page, where).toHaveTitle(title);
  await expect(page.locator("html"), where).toHaveAttribute("lang", language);
  await expectNoRawWords(page, where);
  await expectDistinctLinks(page, where);
  await expectFit(page, where, language);
  // Some links are on desktops only and others in the tabs of phones.
  if (language === "en") await expectDistinctLinks(page, `${where} on a desktop`);
}

/** Opens a screen, brings it into another state, and checks that. */
async function expectFitting(
  page: Page,
  path: string,
  language: Language,
  change: (page: Page) => Promise<void>,
): Promise<void> {
  const where = `${path} (${change.name}) in ${language}`;
  await page.setViewportSize(phone);
  await open(page, path, language);
  await waitForHydration(page);
  await change(page);
  await expectNoRawWords(page, where);
  await expectFit(page, where, language);
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

async function unchanged(): Promise<void> {
  // The screen as it opens.
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
