import { timeLimit } from "../tools/time-limit.ts";
import { buy, orderState } from "./bought.ts";
import { days, passTime } from "./checkout.ts";
import { expectFine, goWithin, invited, joinByPasskey, shot, test } from "./console.ts";
import { byKeyboard, reach } from "./console-hands.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

test("C6, C35: finance refunds above the refund amount with a passkey, once; a cancelled proof changes nothing; from another order's refund back to this one, the amount is this one's", async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(timeLimit(240));
  const { origin } = app;
  const buyer = await buy(browser, origin, { days: 365 });
  await joinByPasskey(page, (await invited(app, "finance")).path, "/console/orders");
  const row = page.getByRole("row", { name: new RegExp(buyer.number) });
  await expect(row).toContainText(buyer.person.email);
  await expectFine(page, "orders");
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${buyer.number} Paid`);
  await expect(page.getByText(/^Paid .* through Stripe$/)).toBeVisible();
  await expectFine(page, "order");

  const { number: another } = await buy(browser, origin);
  await goWithin(page, `/console/orders/${buyer.number}?dialog=refund`);
  const amount = page.getByRole("dialog").getByRole("textbox", { name: "Amount" });
  await expect(page.getByRole("dialog", { name: `Refund ${buyer.number}` })).toBeVisible();
  await expect(amount).toHaveValue(/\d/);
  const whole = await amount.inputValue();
  // As a jump over several entries of the history does, without a screen between the two.
  await goWithin(page, `/console/orders/${another}?dialog=refund`);
  await expect(page.getByRole("dialog", { name: `Refund ${another}` })).toBeVisible();
  await amount.fill("1.51");
  await page.goBack();
  await expect(page.getByRole("dialog", { name: `Refund ${buyer.number}` })).toBeVisible();
  await expect(amount).toHaveValue(whole);
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();

  await passTime(origin, days(400));
  const opener = page.getByRole("button", { name: "Refund", exact: true });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: `Refund ${buyer.number}` });
  await expect(dialog.getByText(/goes back to Visa ending in 4242, in 5 to 10 days/)).toBeVisible();
  await expect(dialog.getByText("The membership ends: all series lock at once")).toBeVisible();
  await expect(dialog.getByText(/^Over \$\d+.*: show that it is you$/)).toBeVisible();
  await dialog.getByRole("combobox", { name: "Why" }).click();
  await page.getByRole("option", { name: "Asked for within the refund promise" }).click();
  await dialog.getByRole("textbox", { name: "Note for the team" }).fill("Ticket 1049, buyer wants out");
  await expectFine(page, "refund");
  const refund = dialog.getByRole("button", { name: /^Refund \$/ });
  await refund.click();
  const proof = page.getByRole("dialog", { name: "Show that it is you" });
  await proof.getByRole("button", { name: "Cancel" }).click();
  await expect(proof).toBeHidden();
  await expect(dialog).toBeVisible();
  expect(await orderState(buyer)).toBe("paid");
  await refund.click();
  await proof.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("Refunded. The buyer is told by mail.")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${buyer.number} Refunded`);
  await expect(page.getByText(/^Credit note C-\d{4}-\d+ over/)).toBeVisible();
  await expect(opener).toBeDisabled();
  expect(await orderState(buyer)).toBe("refunded");
  await page.getByRole("button", { name: /^C-\d{4}-/ }).click();
  await expect(page.getByRole("dialog", { name: /^C-\d{4}-/ })).toContainText(buyer.person.email);
  await shot(page, "credit-note");
});

test("C44, C47: by keys alone, support finds an order, and refunds a part of it", async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(timeLimit(180));
  const buyer = await buy(browser, app.origin);
  await joinByPasskey(page, (await invited(app, "support")).path);
  const { keyboard } = page;
  await keyboard.press("/");
  await expect(page.getByRole("combobox", { name: /^Search series/ })).toBeFocused();
  await keyboard.type(buyer.number);
  await expect(page.getByRole("option", { name: new RegExp(buyer.number) })).toBeVisible();
  await keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/console/orders/${buyer.number}$`));
  const opener = page.getByRole("button", { name: "Refund", exact: true });
  await byKeyboard.press(opener);
  const dialog = page.getByRole("dialog", { name: `Refund ${buyer.number}` });
  await byKeyboard.fill(dialog.getByRole("textbox", { name: "Amount" }), "1.50");
  await reach(dialog.getByRole("combobox", { name: "Why" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("option", { name: "It did not play" })).toBeVisible();
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await byKeyboard.press(dialog.getByRole("button", { name: "Refund $1.50" }));
  await expect(page.getByText("Refunded. The buyer is told by mail.")).toBeVisible();
  await expect(opener).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${buyer.number} Partly refunded`);
  expect(await orderState(buyer)).toBe("partially_refunded");
  await byKeyboard.press(page.getByRole("button", { name: "Send receipt again" }));
  await byKeyboard.press(page.getByRole("dialog").getByRole("button", { name: "Send" }));
  await expect(page.getByText("The receipt is being sent")).toBeVisible();
});
