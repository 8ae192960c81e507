import {
  answerBank,
  atPayPal,
  cards,
  choose,
  expectPaid,
  payButton,
  payByCard,
  typeCard,
} from "./checkout.ts";
import { expect, test } from "./journey.ts";
import { becomeMember } from "./person.ts";

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
  await page.getByRole("dialog").getByRole("button", { name: "Card", exact: true }).click();

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
