import { orderByCall } from "./buy-by-call.ts";
import {
  cardCharges,
  cardField,
  cards,
  choose,
  expectPaid,
  lockedSeries,
  openCardOrder,
  orderIn,
  payButton,
  typeCard,
} from "./checkout.ts";
import { expect, test } from "./journey.ts";
import { becomeMember } from "./person.ts";

test("case 2: two tabs that buy the same series share one order, and paying in both charges once", async ({
  page,
  context,
  origin,
  simulators,
}) => {
  await becomeMember(page);
  const orderId = await openCardOrder(page, origin);
  const other = await context.newPage();
  expect(await openCardOrder(other, origin)).toBe(orderId);
  await typeCard(page, cards.good);
  await typeCard(other, cards.good);
  await Promise.all([payButton(page).click(), payButton(other).click()]);
  await expectPaid(page);
  await expectPaid(other);
  expect(await cardCharges(simulators.stripeControl, orderId)).toBe(1);
});

test("case 1, R28: Back from the card form leads to the choice as it was, and forward to the same order; a double click on Pay, and a third during the request, charge it once", async ({
  page,
  origin,
  simulators,
}) => {
  const series = await lockedSeries(origin);
  await becomeMember(page, `/shopping?series=${series.id}`);
  await choose(page);
  await expect(page).toHaveURL(/\/order\/easy\?order=\w+$/);
  const orderId = orderIn(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/shopping\?series=/);
  await expect(page.getByRole("radio", { name: /Unlock this series/ })).toBeChecked();
  await choose(page);
  await expect(page).toHaveURL(`/order/easy?order=${orderId}`);
  await typeCard(page, cards.good);
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("Mara");
  await page.goto("about:blank");
  await page.goBack();
  await expect(cardField(page, "number")).toHaveValue("");
  await expect(page.getByLabel("First name")).toHaveValue("Mara");
  await expect(page.getByLabel("Last name")).toHaveValue("Quint");
  await typeCard(page, cards.good);
  await payButton(page).dblclick();
  await payButton(page)
    .click({ force: true, timeout: 500 })
    .catch(() => undefined); // the page may have navigated by then
  await expectPaid(page);
  expect(await cardCharges(simulators.stripeControl, orderId)).toBe(1);
  await page.goBack();
  await expect(page, "Back never leads to a form that could pay again").not.toHaveURL(/order\/easy/);
  await page.goto(`/order/easy?order=${orderId}`);
  await expectPaid(page);
});

test("case 7, R38: the page of another customer's order says that there is no such order", async ({
  page,
  browser,
  origin,
}) => {
  await becomeMember(page);
  const orderId = await orderByCall(page, { seriesId: (await lockedSeries(origin)).id });
  const context = await browser.newContext({ baseURL: origin, locale: "en-US" });
  const otherVisitor = await context.newPage();
  await becomeMember(otherVisitor);
  for (const path of ["/order/easy", "/order/result"]) {
    await otherVisitor.goto(`${path}?order=${orderId}`);
    await expect(otherVisitor.getByRole("heading", { name: "There is no such order" })).toBeVisible();
    await expect(otherVisitor.getByText("6.99")).toHaveCount(0);
  }
  await context.close();
});
