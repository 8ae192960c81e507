import {
  answerBank,
  callOf,
  cardCharges,
  cards,
  expectPaid,
  openCardOrder,
  orderIn,
  payButton,
  payByCard,
} from "./checkout.ts";
import { expect, test } from "./journey.ts";
import { becomeMember } from "./person.ts";

// The number of declined cards per address and hour is limited, so these tests use their own app.
test.use({ appKind: "own" });

test("R92: a bank's refusal is shown at the form, and another card pays the same order", async ({
  page,
  origin,
  simulators,
}) => {
  await becomeMember(page);
  const orderId = await openCardOrder(page, origin);
  // Tests of the console change prices of the same app.
  const { info } = await callOf<{ total: { amount: number } }>(
    page,
    "GET",
    `/api/payment?orderId=${orderId}`,
  );
  await payByCard(page, cards.noFunds);
  await expect(
    page
      .getByRole("alert")
      .filter({ hasText: "There is not enough money on this card. Nothing was charged;" }),
  ).toBeVisible();
  await expect(payButton(page)).toHaveText(`Pay $${(info.total.amount / 100).toFixed(2)}`);
  expect(orderIn(page)).toBe(orderId);
  expect(await cardCharges(simulators.stripeControl, orderId)).toBe(0);
  await payByCard(page, cards.good);
  await expectPaid(page);
  expect(orderIn(page)).toBe(orderId);
  expect(await cardCharges(simulators.stripeControl, orderId)).toBe(1);
});

test("case 39: the bank's step is completed within the page, and then the order is paid", async ({
  page,
  origin,
  simulators,
}) => {
  await becomeMember(page);
  const orderId = await openCardOrder(page, origin);
  await payByCard(page, cards.asksAlways);
  await expect(payButton(page)).toHaveText("Confirm with your bank…");
  await answerBank(page, "Complete authentication");
  await expectPaid(page);
  expect(await cardCharges(simulators.stripeControl, orderId)).toBe(1);
});
