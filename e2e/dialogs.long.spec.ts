import { type Language, languages } from "@cliffhanger/contract/languages";
import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { callOf, choose, expectPaid, lockedSeries, payByCard } from "./checkout.ts";
import { featuredSeries } from "./journey.ts";
import { becomeMember } from "./person.ts";
import { expect, test } from "./pixels.ts";
import { expectNoRawWords, messageOf } from "./raw-words.ts";

for (const language of languages) {
  test(`R9: dialogs for a visitor show messages and no keys, in ${language}`, async ({ page, origin }) => {
    const { id, locked } = await lockedSeries(origin);
    await disableSharing(page);

    await page.goto(`/?lang=${language}`);
    const question = page.getByRole("region", { name: messageOf(language, "consent.title") });
    await question.getByRole("button", { name: messageOf(language, "consent.more") }).click();
    await expectDialog(page, "the choices about privacy", language);
    await question.getByRole("button", { name: messageOf(language, "consent.refuse") }).click();
    await openDialog(page, "site.categories", language);
    await openDialog(page, "site.language", language);

    await page.goto(`/search?lang=${language}`);
    await page.getByRole("combobox").fill("ma");
    await expect(page.getByRole("option").first()).toBeVisible();
    await expectNoRawWords(page, `the suggestions in ${language}`);

    await page.goto(`/videos/${id}?lang=${language}`);
    for (const opener of ["watch.episodes", "watch.settings", "watch.share"])
      await openDialog(page, opener, language);
    await page.keyboard.press("?");
    await expectDialog(page, "the keyboard shortcuts", language);
    await page.goto(`/videos/${id}?ep=${locked}&lang=${language}`);
    await expectDialog(page, "the offer before a locked episode", language);
  });
}

test("R9: dialogs for a subscriber show messages and no keys, in every language", async ({
  page,
  browser,
  origin,
}) => {
  test.setTimeout(timeLimit(120));
  const { email, password } = await becomeMember(page, "/shopping");
  await choose(page, { days: 30 });
  await payByCard(page);
  await expectPaid(page);
  await watchSomething(page, origin);
  // A second device, which the account page offers to sign out.
  const other = await browser.newContext({ baseURL: origin });
  await other.request.post("/api/user/login", { data: { email, password } });
  await other.close();
  for (const language of languages) {
    await page.goto(`/my?lang=${language}`);
    await openDialog(page, "site.language", language);
    await page.goto(`/individual?lang=${language}`);
    for (const opener of ["membership.cancel", "devices.endOthers"]) await openDialog(page, opener, language);
    await page.getByRole("button", { name: messageOf(language, "deletion.start") }).click();
    await expectNoRawWords(page, `the deletion of an account in ${language}`);
    await page.goto(`/historys?lang=${language}`);
    await openDialog(page, "library.clear", language);
  }
});

test("a lazy part whose code does not arrive removes nothing from the page, and loads when the connection is back", async ({
  page,
}) => {
  let broken = true;
  await page.route(/\/category-list-[^/]+\.js$/, (route) =>
    broken ? route.abort("connectionreset") : route.continue(),
  );
  const refused = page.waitForEvent("requestfailed", (request) => request.url().includes("category-list"));
  await page.goto("/more/recommended?lang=en");
  await page.getByRole("button", { name: "Categories" }).click();
  await refused;
  const dialog = page.getByRole("dialog", { name: "Categories" });
  await expect(dialog).toBeVisible();
  await expect(page.locator("h1")).toBeVisible();
  broken = false;
  await expect(dialog.getByRole("link", { name: "All series" })).toBeVisible();
});

/** Opens a button's dialog, checks its content and closes it. */
async function openDialog(page: Page, opener: string, language: Language): Promise<void> {
  // The player hides its buttons after some time; `force` clicks them anyway.
  const button = page.getByRole("button", { name: messageOf(language, opener), includeHidden: true });
  await button.first().dispatchEvent("click");
  await expectDialog(page, opener, language);
}

async function expectDialog(page: Page, what: string, language: Language): Promise<void> {
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  // Its content may be another lazy part with a list to load.
  await expect(dialog.locator("li, input, button, p").first()).toBeVisible();
  await expect(dialog.locator("[aria-busy=true]")).toHaveCount(0);
  await expectNoRawWords(page, `${what} in ${language}`);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

/** Removes the share sheet and the clipboard, so that sharing shows the address in a dialog (R93). */
async function disableSharing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new Error("no clipboard"));
    Object.defineProperty(navigator, "share", { value: undefined });
    Object.defineProperty(navigator, "clipboard", { value: { writeText: refuse } });
    document.execCommand = () => false;
  });
}

async function watchSomething(page: Page, origin: string): Promise<void> {
  const { id } = await featuredSeries(origin);
  const answer = await page.request.get(`/api/video/episode?seriesId=${id}`);
  const { data } = (await answer.json()) as { data: { list: { id: string }[] } };
  const list = [{ episodeId: data.list[0]?.id, position: 5, duration: 18 }];
  expect((await callOf(page, "POST", "/api/user/history", { list })).code).toBe(200);
}
