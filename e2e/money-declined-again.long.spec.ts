import {
  answerBank,
  cardCharges,
  cards,
  expectPaid,
  openCardOrder,
  orderIn,
  payButton,
  payByCard,
  payCall,
  typeCard,
} from "./checkout.ts";
import { expect, test } from "./journey.ts";
import { becomeMember } from "./person.ts";

// The number of declined cards per address and hour is limited, so these tests use their own app.
test.use({ appKind: "own" });

test("case 61, R92: after five refusals an order is closed, and the page says so instead of asking for a sixth card", async ({
  page,
  origin,
}) => {
  await becomeMember(page);
  const orderId = await openCardOrder(page, origin);
  for (let tries = 0; tries < 2; tries += 1)
    expect((await payCall(page, orderId, "pm_card_chargeDeclined")).reason).toBe("card_declined");
  // After two declines within an hour the bank asks for its customer, whatever the card.
  for (let tries = 0; tries < 3; tries += 1) {
    await payByCard(page, cards.declined);
    await answerBank(page, "Complete authentication");
    if (tries < 2)
      await expect(page.getByRole("alert").filter({ hasText: "declined this card" })).toBeVisible();
  }
  for (const address of [null, "result", "easy"]) {
    if (address) await page.goto(`/order/${address}?order=${orderId}`);
    await expect(page.getByRole("heading", { name: "This order is closed" })).toBeVisible();
    await expect(page.getByText("nothing was charged. You can begin a new order")).toBeVisible();
    // The gateway's script has a hidden frame at the end of the document.
    await expect(page.locator("#app iframe")).toHaveCount(0);
    // The next steps come first, and the page no longer offers another card for this order.
    await expect(page.locator("h1").locator("xpath=following::a").first()).toHaveText("Begin anew");
    await expect(page.getByText("try another card")).toHaveCount(0);
  }
  await page.getByRole("link", { name: "Begin anew" }).click();
  await expect(page.getByRole("radio", { name: /Unlock this series/ })).toBeChecked();
});

test("case 39: a bank's step that fails or is cancelled charges nothing, and the order can be paid at once", async ({
  page,
  origin,
  simulators,
}) => {
  await becomeMember(page);
  const orderId = await openCardOrder(page, origin);
  for (const button of ["Fail authentication", "Cancel"] as const) {
    await payByCard(page, cards.asksAlways);
    await answerBank(page, button);
    await expect(
      page.getByRole("alert").filter({ hasText: "Your bank could not confirm that it is you." }),
    ).toBeVisible();
    expect(await cardCharges(simulators.stripeControl, orderId)).toBe(0);
  }
  await payByCard(page, cards.good);
  // Two attempts were declined, so the bank is asked about any card.
  await answerBank(page, "Complete authentication");
  await expectPaid(page);
  expect(await cardCharges(simulators.stripeControl, orderId)).toBe(1);
});

test("case 39, R28: after a tab was closed during the bank's step, the order is found again and paid once", async ({
  page,
  context,
  origin,
  simulators,
}) => {
  await becomeMember(page);
  const orderId = await openCardOrder(page, origin);
  await payByCard(page, cards.asksAlways);
  await expect(page.locator('iframe[title="3D Secure authentication frame"]')).toBeVisible();
  await page.close();
  const later = await context.newPage();
  await later.goto("/individual");
  await later.getByRole("link", { name: "Go on" }).click();
  await expect(later.getByRole("heading", { name: "This order is not paid yet" })).toBeVisible();
  await later.getByRole("link", { name: "Pay by card" }).click();
  await typeCard(later, cards.good);
  await payButton(later).click();
  await expectPaid(later);
  expect(orderIn(later)).toBe(orderId);
  expect(await cardCharges(simulators.stripeControl, orderId)).toBe(1);
});
