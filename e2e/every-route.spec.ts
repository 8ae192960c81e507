import AxeBuilder from "@axe-core/playwright";
import { type Language, languages } from "@cliffhanger/contract/languages";
import type { Page } from "@playwright/test";
import { expect, featuredSeries, takenOver, test } from "./journey.ts";
import { expectDistinctLinks } from "./link-names.ts";
import { asMember } from "./person.ts";
import { expectNoRawWords } from "./raw-words.ts";
import { memberScreens, type Names, openScreens, type Screen } from "./screens.ts";

const phone = { width: 390, height: 844 };
const widths = [360, 390, 768, 1280];

const episode: Names = { en: "Episode", es: "Episodio", fr: "Épisode", de: "Folge", pt: "Episódio" };
const slogan: Names = {
  en: "Short drama, one episode at a time",
  es: "Drama breve, episodio a episodio",
  fr: "Le drame court, épisode par épisode",
  de: "Drama in kurzen Folgen",
  pt: "Drama curto, um episódio por vez",
};

for (const language of languages) {
  test(`R9, R10, R29, R30: every screen that is open to all is whole in ${language}, at every width`, async ({
    page,
    origin,
  }) => {
    test.setTimeout(240_000);
    const watch = await watchScreens(origin, language);
    await expectScreen(page, "/", language, `Cliffhanger · ${slogan[language]}`);
    for (const [path, title] of watch) await expectScreen(page, path, language, title);
    for (const screen of openScreens) await expectNamed(page, screen, language);
  });

  test(`R15, R16, R20, R21, R22: a member's screens are whole in ${language}, at every width`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await page.goto("/my?lang=en");
    await asMember(page);
    for (const screen of memberScreens) await expectNamed(page, screen, language);
  });
}

test("words longer by two fifths leave every screen within its width, and every button whole", async ({
  page,
  origin,
}) => {
  test.setTimeout(120_000);
  const { id } = await featuredSeries(origin);
  await page.setViewportSize({ width: 360, height: 780 });
  const check = async (path: string) => {
    await open(page, path, "en");
    await takenOver(page);
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
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    `accessibility of ${where}`,
  ).toEqual([]);
  await expectNoRawWords(page, where);
  await expectDistinctLinks(page, where);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.locator("h1:visible"), `headings of ${where} at ${width}`).toHaveCount(1);
    expect(
      await page.evaluate(sideways),
      `${where} at ${width} is wider than the screen`,
    ).toBeLessThanOrEqual(0);
  }
  // A desktop shows links that a phone has in its tabs, and the other way round.
  if (language === "en") await expectDistinctLinks(page, `${where} on a desktop`);
}

/** Opens a screen in a language and waits until it stands: the app knows who looks. Returns the HTTP status. */
async function open(page: Page, path: string, language: Language): Promise<number | undefined> {
  const known = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/user");
  const answer = await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
  await known;
  await page.locator("h1").first().waitFor({ state: "attached" });
  return answer?.status();
}

/** The featured series, an episode of it that is open to all and one that is not, with what the document is called. */
async function watchScreens(origin: string, language: Language): Promise<[string, string][]> {
  const { id, episodeCount } = await featuredSeries(origin);
  const answer = await fetch(`${origin}/api/video?id=${id}`, { headers: { "accept-language": language } });
  const { info } = (await answer.json()) as { info: { title: string } };
  return ["", `?ep=${episodeCount}`].map((query) => [
    `/videos/${id}${query}`,
    `${info.title} · ${episode[language]} ${query ? episodeCount : 1} · Cliffhanger`,
  ]);
}

// From here on in the page.

function sideways(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}

/** Makes every word two fifths longer and accented, as another language might be. */
function stretchWords(): void {
  const accents: Record<string, string> = { a: "á", e: "ë", i: "ï", o: "ö", u: "ü", n: "ñ", c: "ç" };
  const stretch = (text: string) =>
    text.replace(/\p{L}+/gu, (word) => {
      const accented = word.replace(/[aeiounc]/g, (letter) => accents[letter] ?? letter);
      return accented + accented.slice(0, Math.round(word.length * 0.4));
    });
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (!text.parentElement?.closest("script, style")) text.data = stretch(text.data);
  }
}

/** Buttons, and links that look like them, whose words reach over their edge or over the screen's. */
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
