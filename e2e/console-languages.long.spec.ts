import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@cliffhanger/contract/languages";
import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { accessibilityFaults } from "./axe.ts";
import { invited, oneTimeCode, operatorPassword, sizes, test } from "./console.ts";
import { expect } from "./journey.ts";
import { expectNoRawWords, messageOf, messagesOf } from "./raw-words.ts";

const say = (language: Language, id: string) => messageOf(language, id, "console");

const manifest: Record<string, { file: string }> = JSON.parse(
  readFileSync(join(import.meta.dirname, "../console/dist/client/.vite/manifest.json"), "utf8"),
);

/** Returns the languages whose messages a page loads from now on. */
function loadedBy(page: Page): Language[] {
  const loaded: Language[] = [];
  page.on("request", (request) => {
    const key = Object.keys(manifest).find((one) => request.url().endsWith(`/${manifest[one]?.file}`));
    const language = /^src\/messages\/(\w+)\//.exec(key ?? "")?.[1];
    if (language) loaded.push(language as Language);
  });
  return loaded;
}

/** English messages that read otherwise in a language. */
function englishOnly(language: Language): string[] {
  const own = new Set(messagesOf(language, "console").values());
  return [...messagesOf("en", "console").values()].filter((text) => !own.has(text) && !text.includes("{"));
}

/** Fails if a message of the page is in English. */
async function expectNoEnglish(page: Page, where: string, language: Language): Promise<void> {
  const texts = await page.evaluate(() => {
    const leaves = [...document.body.querySelectorAll("*")].filter((one) => one.childElementCount === 0);
    const named = [...document.body.querySelectorAll("[aria-label], [placeholder], [title]")];
    return [
      ...leaves.map((one) => one.textContent?.trim() ?? ""),
      ...named.flatMap((one) =>
        ["aria-label", "placeholder", "title"].map((name) => one.getAttribute(name) ?? ""),
      ),
    ];
  });
  const english = new Set(englishOnly(language));
  expect([...new Set(texts.filter((text) => english.has(text)))], `English on ${where}`).toEqual([]);
}

async function expectFits(page: Page, where: string): Promise<void> {
  for (const size of sizes.toReversed()) {
    await page.setViewportSize(size);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${where} at ${size.width}`).toBeLessThanOrEqual(0);
    const folder = process.env["SHOTS"];
    const name = where.replaceAll(/\W+/g, "-");
    if (folder) await page.screenshot({ path: `${folder}/${name}-${size.width}.png` });
  }
}

/** Redeems an invitation by password and code, on screens in a language. Returns the secret of the codes. */
async function joinIn(page: Page, path: string, language: Language): Promise<string> {
  await page.goto(path);
  await page.getByRole("button", { name: say(language, "welcome.password") }).click();
  const secret = (await page.locator("code").innerText()).replaceAll(/\s/g, "");
  await page.getByRole("textbox", { name: say(language, "password.new") }).fill(operatorPassword);
  await page.getByRole("textbox", { name: say(language, "code.label") }).fill(oneTimeCode(secret));
  await page.getByRole("button", { name: say(language, "welcome.join") }).click();
  await page.getByRole("checkbox", { name: say(language, "recovery.saved") }).check();
  await page.getByRole("button", { name: say(language, "recovery.done") }).click();
  return secret;
}

async function choose(page: Page, from: Language, name: string): Promise<void> {
  await page.getByRole("button", { name: say(from, "menu.label") }).click();
  await page.getByRole("menuitem", { name }).click();
}

const heading = (page: Page, language: Language, id: string) =>
  page.getByRole("heading", { name: say(language, id), exact: true }).first();
const expectLanguage = (page: Page, language: Language) =>
  expect(page.locator("html")).toHaveAttribute("lang", language);

test("§5.7: an operator reads German as the browser asks, chooses French, and has it after a reload and in another browser", async ({
  app,
  browser,
  baseURL,
}) => {
  test.setTimeout(timeLimit(180));
  const { email, path } = await invited(app);
  const first = await browser.newContext({ baseURL, locale: "de-DE", viewport: sizes[0] });
  const page = await first.newPage();
  const loaded = loadedBy(page);
  const secret = await joinIn(page, path, "de");
  await expect(heading(page, "de", "today.title")).toBeVisible();
  await expectLanguage(page, "de");
  expect(loaded).toEqual(["de"]);

  for (const [at, title] of [
    ["/console", "today.title"],
    ["/console/series", "series.title"],
    ["/console/orders", "orders.title"],
    ["/console/people", "people.title"],
    ["/console/reports/revenue", "reports.title"],
    ["/console/log", "log.title"],
    ["/console/site", "site.title"],
    ["/console/team", "team.title"],
  ] as const) {
    await page.goto(at);
    await expect(heading(page, "de", title)).toBeVisible();
    await expect(page.getByRole("status", { name: say("de", "loading") })).toHaveCount(0);
    await expectNoRawWords(page, at, "console");
    await expectNoEnglish(page, at, "de");
    await expectFits(page, at);
    expect(await accessibilityFaults(page), at).toEqual([]);
  }
  expect(new Set(loaded)).toEqual(new Set(["de"]));

  // The place, and what is typed, stay.
  await page.goto("/console/orders?state=paid");
  const text = page.getByRole("searchbox", { name: say("de", "orders.text") });
  await text.fill("nobody@example.com");
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await choose(page, "de", "Français");
  await expect(heading(page, "fr", "orders.title")).toBeVisible();
  await expectLanguage(page, "fr");
  await expect(page.getByRole("searchbox", { name: say("fr", "orders.text") })).toHaveValue(
    "nobody@example.com",
  );
  await expect(page).toHaveURL(/state=paid/);
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  expect(loaded.at(-1)).toBe("fr");

  loaded.length = 0;
  const again = await page.reload();
  expect(await again?.text()).toContain('<html lang="fr">');
  await expect(heading(page, "fr", "orders.title")).toBeVisible();
  expect(loaded).toEqual(["fr"]);
  await page.goto("/console/log?action=operator.language");
  await expect(page.getByText(say("fr", "action.operator.language")).first()).toBeVisible();
  // A refusal of the server is in the operator's language too.
  const refusal = page.waitForRequest(/\/api\/console\/audit/);
  await page.reload();
  expect((await refusal).headers()["accept-language"]).toBe("fr");

  const second = await browser.newContext({ baseURL, locale: "en-US", viewport: sizes[0] });
  const other = await second.newPage();
  await other.goto("/console/orders");
  await expect(heading(other, "en", "signIn.title")).toBeVisible();
  await other.getByLabel(say("en", "signIn.email")).fill(email);
  await other.getByRole("combobox", { name: say("en", "language.label") }).selectOption("Português");
  await expect(heading(other, "pt", "signIn.title")).toBeVisible();
  await expect(other.getByLabel(say("pt", "signIn.email"))).toHaveValue(email);
  expect(await accessibilityFaults(other)).toEqual([]);
  await other.getByRole("textbox", { name: say("pt", "signIn.password") }).fill(operatorPassword);
  await other.getByRole("button", { name: say("pt", "signIn.continue") }).click();
  await other.getByRole("textbox", { name: say("pt", "code.label") }).fill(oneTimeCode(secret, 1));
  await other.getByRole("button", { name: say("pt", "signIn.submit"), exact: true }).click();
  await expect(heading(other, "fr", "orders.title")).toBeVisible();
  await expectLanguage(other, "fr");
  await first.close();
  await second.close();
});
