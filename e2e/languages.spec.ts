import { expect, test } from "./journey.ts";
import { expectOpensIn, spoken } from "./spoken.ts";

test("R9: the chooser changes the language without a reload, and the server uses it from then on", {
  tag: "@quick",
}, async ({ page, context }) => {
  await page.goto("/");
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  for (const { code, tag, name, featured } of [...spoken].reverse()) {
    await page.locator("header button").last().click();
    await page.getByRole("radio", { name }).or(page.getByRole("button", { name })).first().click();
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
    await expect(page.getByRole("heading", { name: featured })).toBeVisible();
    expect((await context.cookies()).find((cookie) => cookie.name === "lang")?.value).toBe(code);
    await page.keyboard.press("Escape");
  }
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);
});

test("R9: a step back to an address with ?lang and a reload keep the language that was chosen since", async ({
  page,
  origin,
}) => {
  await page.goto("/?lang=fy");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await page.locator('a[href="/browse/all"]:visible').first().click();
  await expect(page).toHaveURL(`${origin}/browse/all`);
  await page.locator("header button").last().click();
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.goBack();
  await expect(page).toHaveURL(`${origin}/?lang=fy`);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Im Rampenlicht" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

for (const language of spoken.filter(({ tag }) => ["fr", "de"].includes(tag))) {
  const { code, tag } = language;
  test(`R9: ?lang=${code} opens the app in ${tag}, the choice is saved, and html lang is never fy or dy`, async ({
    page,
    origin,
  }) => {
    await expectOpensIn(page, origin, language);
  });
}
