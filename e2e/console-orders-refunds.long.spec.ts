import { timeLimit } from "../tools/time-limit.ts";
import { buy, orderState } from "./bought.ts";
import { days, passTime, steer } from "./checkout.ts";
import { invited, joinByPasskey, shot, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

test("C41: support sees Ask finance above the refund amount, and an editor sees no orders", async ({
  page,
  app,
  browser,
  baseURL,
}) => {
  test.setTimeout(timeLimit(180));
  const buyer = await buy(browser, app.origin, { days: 365 });
  await joinByPasskey(
    page,
    (await invited(app, "support")).path,
    `/console/orders/${buyer.number}?dialog=refund`,
  );
  const dialog = page.getByRole("dialog", { name: `Refund ${buyer.number}` });
  await expect(dialog.getByText(/finance decides/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Refund/ })).toHaveCount(0);
  await dialog.getByRole("combobox", { name: "Why" }).click();
  await page.getByRole("option", { name: "Goodwill" }).click();
  await shot(page, "ask-finance");
  await dialog.getByRole("button", { name: "Ask finance" }).click();
  await expect(page.getByText("Finance was asked.", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Refunds" })).toBeVisible();
  expect(await orderState(buyer)).toBe("paid");

  const other = await (await browser.newContext({ baseURL })).newPage();
  await joinByPasskey(other, (await invited(app, "editor")).path);
  await expect(other.getByRole("link", { name: "Orders" })).toHaveCount(0);
  await other.goto(`/console/orders/${buyer.number}`);
  await expect(other.getByRole("heading", { name: "There is no such screen for you" })).toBeVisible();
  await expect(other.getByText(buyer.person.email)).toHaveCount(0);
});

test("C36: a refund that the gateway did not answer is followed on the page until it is done, once", async ({
  page,
  app,
  browser,
  simulators,
}) => {
  test.setTimeout(timeLimit(180));
  const buyer = await buy(browser, app.origin);
  await joinByPasskey(
    page,
    (await invited(app, "support")).path,
    `/console/orders/${buyer.number}?dialog=refund`,
  );
  const dialog = page.getByRole("dialog", { name: `Refund ${buyer.number}` });
  await dialog.getByRole("combobox", { name: "Why" }).click();
  await page.getByRole("option", { name: "Paid twice" }).click();
  await steer(simulators.stripeControl, "/faults", {
    kind: "before",
    method: "POST",
    path: "/v1/refunds",
    n: 2,
  });
  await dialog.getByRole("button", { name: /^Refund \$/ }).dblclick();
  await expect(page.getByText("The refund is stored and on its way. This page follows it.")).toBeVisible();
  await expect(page.getByText("On its way", { exact: true })).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toBeDisabled();
  await passTime(app.origin, days(120));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${buyer.number} Refunded`);
  await expect(page.getByText("Done", { exact: true })).toHaveCount(1);
  expect(await orderState(buyer)).toBe("refunded");
});
