import { countActions } from "./actions.ts";
import { cardCharges, cards, payButton, pick, typeCard } from "./checkout.ts";
import { expect, expectPlaying, test } from "./journey.ts";
import { newPerson } from "./person.ts";
import { another, newestOrder, openSheet } from "./saved-method-buyer.ts";

test.use({ viewport: { width: 390, height: 844 } });

test("cases 101 and 104: a guest who keeps a card with the first series pays for the second in three actions", async ({
  page,
  origin,
  simulators,
}) => {
  const first = await another(origin);
  const second = await another(origin, first);
  await page.goto(`/order/easy?series=${first.id}&ep=${first.freeEpisodeCount + 1}&choice=unlock`);
  await page.getByRole("checkbox", { name: "I agree" }).check();
  await typeCard(page, cards.good);
  await page.getByLabel("E-mail").fill(newPerson().email);
  const box = page.getByRole("checkbox", { name: /^Keep this card for next time/ });
  await expect(box).not.toBeChecked();
  await box.check();
  if (process.env["EXPRESS_SHOTS"])
    await page.screenshot({ path: `${process.env["EXPRESS_SHOTS"]}/keep.png`, fullPage: true });
  await payButton(page).click();
  await expect(page).toHaveURL(new RegExp(`/videos/${first.id}\\?ep=`));

  const actions = await countActions(page);
  const sheet = await openSheet(page, second);
  await expect(sheet.getByRole("radio", { name: "Visa ··4242" })).toBeChecked();
  await pick(page, /Unlock this series/);
  await page.getByRole("checkbox", { name: "I agree" }).check();
  await page.getByRole("button", { name: /^Pay \$[\d.]+ with Visa ··4242$/ }).click();
  await expect(sheet).toBeHidden();
  await expectPlaying(page);
  expect(actions()).toBe(3);
  expect(await cardCharges(simulators.stripeControl, await newestOrder(page))).toBe(1);
});
