import type { Page } from "@playwright/test";
import {
  answerBank,
  atPayPal,
  cardCharges,
  cards,
  expectPaid,
  payButton,
  pick,
  takeRow,
  typeCard,
} from "./checkout.ts";
import { type DemoSeries, expect, expectPlaying, test } from "./journey.ts";
import { becomeMember } from "./person.ts";
import { another, newestOrder, openSheet } from "./saved-method-buyer.ts";

test.use({ viewport: { width: 390, height: 844 } });

/** Waits until the first locked episode of a series plays. */
async function expectOpened(page: Page, { id, freeEpisodeCount }: DemoSeries): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/videos/${id}\\?ep=${freeEpisodeCount + 1}$`));
  await expectPlaying(page);
}

/** Buys a series by card on the document that the sheet leads to, with the box that keeps the card ticked. */
async function keepCard(page: Page, series: DemoSeries, number: string): Promise<void> {
  await openSheet(page, series);
  await takeRow(page);
  await typeCard(page, number);
  const box = page.getByRole("checkbox", { name: /^Keep this card for next time/ });
  await expect(box).not.toBeChecked();
  await box.check();
  await payButton(page).click();
}

test("case 104: a kept card pays for the next series in three actions on the watch page, without the gateway's script, and the episode plays", async ({
  page,
  origin,
  simulators,
}) => {
  const first = await another(origin);
  const second = await another(origin, first);
  const third = await another(origin, first, second);
  await becomeMember(page, "/");
  await keepCard(page, first, cards.good);
  await expectOpened(page, first);

  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(data|blob):/.test(request.url()))
      elsewhere.push(request.url());
  });
  const sheet = await openSheet(page, second);
  await expect(sheet.getByRole("radio", { name: "Visa ··4242" })).toBeChecked();
  await pick(page, /Unlock this series/);
  await page.getByRole("checkbox", { name: "I agree" }).check();
  await page.getByRole("button", { name: /^Pay \$[\d.]+ with Visa ··4242$/ }).click();
  await expect(sheet).toBeHidden();
  await expectPlaying(page);
  expect(new URL(page.url()).pathname).toBe(`/videos/${second.id}`);
  expect(elsewhere, "calls to the gateway").toEqual([]);
  expect(await cardCharges(simulators.stripeControl, await newestOrder(page))).toBe(1);

  // The same by keyboard alone, with text at 200 %.
  const again = await openSheet(page, third);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  await again.getByRole("radio", { name: /Unlock this series/ }).focus();
  await page.keyboard.press("Space");
  await again.getByRole("checkbox", { name: "I agree" }).focus();
  await page.keyboard.press("Space");
  const pay = again.getByRole("button", { name: /^Pay / });
  await pay.focus();
  const box = await pay.boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390).toBe(true);
  expect(await pay.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await page.keyboard.press("Enter");
  await expect(again).toBeHidden();
  await expectPlaying(page);
});

test("case 105: a kept card that wants the bank's confirmation is confirmed on the card form's document, and paid once", async ({
  page,
  origin,
  simulators,
}) => {
  const first = await another(origin);
  const second = await another(origin, first);
  await becomeMember(page, "/");
  await keepCard(page, first, cards.asksAlways);
  await answerBank(page, "Complete authentication");
  await expectOpened(page, first);

  await openSheet(page, second);
  await pick(page, /Unlock this series/);
  await page.getByRole("checkbox", { name: "I agree" }).check();
  await page.getByRole("button", { name: /^Pay .* with Visa ··3184$/ }).click();
  await expect(page).toHaveURL(/\/order\/easy\?order=\w+$/);
  await answerBank(page, "Complete authentication");
  await expectPaid(page);
  expect(await cardCharges(simulators.stripeControl, await newestOrder(page))).toBe(1);
});

test("case 104: a PayPal account that a guest keeps by its box pays for the next series on the watch page", async ({
  page,
  origin,
}) => {
  const first = await another(origin);
  const second = await another(origin, first);
  await openSheet(page, first);
  await takeRow(page);
  const box = page.getByRole("checkbox", { name: /^Keep this PayPal account for next time/ });
  await expect(box).not.toBeChecked();
  await box.check();
  await page.getByRole("button", { name: "PayPal" }).click();
  await atPayPal(page, "approve");
  await expectOpened(page, first);

  const sheet = await openSheet(page, second);
  await pick(page, /Unlock this series/);
  await page.getByRole("checkbox", { name: "I agree" }).check();
  await page.getByRole("button", { name: /^Pay .* with PayPal/ }).click();
  await expect(sheet).toBeHidden();
  await expectPlaying(page);
});
