import {
  answerBank,
  atPayPal,
  cardField,
  cards,
  choose,
  expectPaid,
  payButton,
  payByCard,
  typeCard,
} from "./checkout.ts";
import { expect, test } from "./journey.ts";
import { layoutShiftsOf, recordLayoutShifts } from "./layout-shifts.ts";
import { becomeMember } from "./person.ts";
import { authorise, useDevice, walletButton, walletCards, walletSheet } from "./wallet.ts";

test.use({ viewport: { width: 390, height: 844 }, appKind: "own" });

test.afterEach(({ simulators }) => useDevice(simulators.stripeControl));

test("cases 108 and 110: a member who would remove the card that renews gives another one, and then PayPal, instead", async ({
  page,
}) => {
  await becomeMember(page, "/shopping");
  await choose(page, { days: 30 });
  await payByCard(page, cards.good);
  await expectPaid(page);

  await page.goto("/individual");
  const methods = page.getByRole("region", { name: "Saved payment methods" });
  await expect(methods.getByText("Pays for your membership")).toBeVisible();
  await methods.getByRole("button", { name: /^Remove Visa/ }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText(/^It cannot be removed while the membership renews by it/)).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Cancel membership" })).toBeVisible();
  await sheet.getByRole("button", { name: "Change payment method" }).click();
  await expect(page.getByText(/^Nothing is charged now\. From .* on, \$19\.99/)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Card or wallet" }).click();

  await expect(page).toHaveURL(/\/order\/easy\?setup=\w+$/);
  await typeCard(page, cards.declined);
  await payButton(page).click();
  await expect(page.getByRole("alert").getByText(/declined this card/)).toBeVisible();
  await typeCard(page, cards.asksOnce);
  await payButton(page).click();
  await answerBank(page, "Complete authentication");
  await expect(page).toHaveURL(/\/individual$/);
  await expect(methods.getByText(/3155$/)).toBeVisible();
  await expect(methods.getByText(/4242$/)).toHaveCount(0);

  await page.getByRole("button", { name: "Change payment method" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "PayPal", exact: true }).click();
  await atPayPal(page, "approve");
  await expect(page).toHaveURL(/\/individual$/);
  await expect(methods.getByText(/^PayPal/)).toBeVisible();
  await expect(methods.getByText(/3155$/)).toHaveCount(0);

  await page.getByRole("button", { name: "Cancel membership" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel membership" }).click();
  await methods.getByRole("button", { name: /^Remove PayPal/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(methods.getByText(/^Nothing is saved/)).toBeVisible();
});

test("case 108: a member gives a wallet instead of the card: cancelled, declined, asked by the bank, saved; the card form is there without one", async ({
  page,
  simulators,
}) => {
  await becomeMember(page, "/shopping");
  await choose(page, { days: 30 });
  await payByCard(page, cards.good);
  await expectPaid(page);

  const change = async () => {
    await page.goto("/individual");
    await page.getByRole("button", { name: "Change payment method" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Card or wallet" }).click();
    await expect(page).toHaveURL(/\/order\/easy\?setup=\w+$/);
  };
  // Without a wallet the card form takes its place, and nothing moves.
  await useDevice(simulators.stripeControl, { wallets: [], delaySeconds: 1 });
  await recordLayoutShifts(page);
  await change();
  await expect(cardField(page, "number")).toBeVisible();
  await expect(walletButton(page)).toHaveCount(0);
  expect(await layoutShiftsOf(page)).toBeLessThanOrEqual(0.02);

  await useDevice(simulators.stripeControl);
  await change();
  await expect(page.getByText(/^Nothing is charged now\. From .* on, \$19\.99/).first()).toBeVisible();
  await expect(cardField(page, "number")).toBeVisible();
  if (process.env["EXPRESS_SHOTS"])
    await page.screenshot({ path: `${process.env["EXPRESS_SHOTS"]}/setup.png`, fullPage: true });
  await walletButton(page).click();
  await walletSheet(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/setup=/);

  await walletButton(page).click();
  await authorise(page, { card: walletCards.declined });
  await expect(walletSheet(page).getByRole("alert")).toHaveText(/declined this card/);
  await authorise(page, { card: walletCards.asksBank });
  await answerBank(page, "Complete authentication");
  await expect(page).toHaveURL(/\/individual$/);
  const methods = page.getByRole("region", { name: "Saved payment methods" });
  await expect(methods.getByText(/^Google Pay · Visa .*3220$/)).toBeVisible();
  await expect(methods.getByText(/4242$/)).toHaveCount(0);
});
