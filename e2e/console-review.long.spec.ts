import { timeLimit } from "../tools/time-limit.ts";
import { expectAccessible } from "./axe.ts";
import { buy, dispute, disputeOf, orderState } from "./bought.ts";
import { passTime } from "./checkout.ts";
import { expectFine, invited, joinByPasskey, sizes, test } from "./console.ts";
import { expect } from "./journey.ts";

test.use({ appKind: "own" });

test("C39: finance edits the drafted evidence of a dispute and sends it once; the bank has just these texts", async ({
  page,
  app,
  simulators,
  browser,
  baseURL,
}) => {
  test.setTimeout(timeLimit(240));
  const { stripeControl } = simulators;
  const bought = await buy(browser, app.origin);
  await dispute(stripeControl, bought);
  await joinByPasskey(page, (await invited(app, "finance")).path);
  await page.getByRole("link", { name: "Review" }).click();
  await expect(page.getByText(/^\d+ entr(y|ies), .*\$\d+\.\d\d.* at stake$/)).toBeVisible();
  await expectFine(page, "review");
  await page.getByRole("list", { name: "Review" }).getByRole("link", { name: bought.number }).click();
  await expect(page.getByRole("heading", { name: `Dispute ${bought.number}` })).toBeVisible();
  const own = page.getByRole("textbox", { name: "Receipts, mails, earlier payments, and your own words" });
  await expect(own).toHaveValue(/Documents issued:\n.*R-\d{4}-\d+/);
  await expect(page.getByRole("textbox", { name: "Consent and refund promise" })).toHaveValue(
    /agreed at .* to this text/,
  );
  await expect(page.getByRole("textbox", { name: "Sign-ins and plays" })).toHaveValue(
    /Sign-ins of the account:/,
  );
  await own.fill("She wrote to us and thanked us.");
  await page.getByRole("textbox", { name: "The buyer's name" }).fill("Mara Quint");
  // What was typed outlives a reload, and nothing is sent by it.
  await page.reload();
  await expect(own).toHaveValue("She wrote to us and thanked us.");
  await expectFine(page, "review-entry");
  const texts: Record<string, string> = {};
  for (const field of await page.getByRole("textbox").all()) {
    const value = await field.inputValue();
    if (value !== "")
      texts[
        await field.evaluate((element) => element.closest("[data-field]")?.getAttribute("data-field") ?? "")
      ] = value;
  }
  expect(Object.keys(texts).length).toBeGreaterThan(5);
  expect((await disputeOf(stripeControl, bought)).evidence_details.submission_count).toBe(0);

  await passTime(app.origin, 400 / 86_400);
  await page.getByRole("button", { name: "Send evidence" }).click();
  const dialog = page.getByRole("dialog", { name: "Send the evidence" });
  await expect(dialog).toContainText("It counts at once and cannot be changed or taken back.");
  await dialog.getByRole("button", { name: "Send evidence" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("Evidence sent. The bank's decision arrives by itself.")).toBeVisible();
  await expect(page.getByText(/^Sent .* by .*@example\.com$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send evidence" })).toHaveCount(0);
  await expect(own).toHaveAttribute("readonly", "");
  const sent = await disputeOf(stripeControl, bought);
  expect(sent).toMatchObject({ status: "under_review", evidence_details: { submission_count: 1 } });
  expect(
    Object.fromEntries(Object.entries(sent.evidence).filter(([, text]) => typeof text === "string")),
  ).toEqual(texts);

  const other = await (await browser.newContext({ baseURL })).newPage();
  await joinByPasskey(other, (await invited(app, "support")).path);
  await other.goto(page.url());
  await expect(other.getByRole("heading", { name: `Dispute ${bought.number}` })).toBeVisible();
  await expect(
    other.getByRole("article").getByRole("button", { name: /Close|Accept|Send|Look/ }),
  ).toHaveCount(0);
});

test("C50: on a phone, finance opens a warning from Today and refunds it with a passkey; another is given back with a note", async ({
  page,
  app,
  simulators,
  browser,
}) => {
  test.setTimeout(timeLimit(240));
  const { stripeControl } = simulators;
  const [warned, fine] = [await buy(browser, app.origin, { days: 365 }), await buy(browser, app.origin)];
  for (const bought of [warned, fine]) await dispute(stripeControl, bought, true);
  await page.setViewportSize(sizes[1]);
  await joinByPasskey(page, (await invited(app, "finance")).path);
  await passTime(app.origin, 400 / 86_400);
  await page.goto("/console");
  const list = page.getByRole("list", { name: "Review" });
  const needs = page.getByRole("list", { name: "Needs you" });
  const row = needs.getByRole("listitem").filter({ hasText: warned.number });
  await expect(row).toContainText("Fraud warning");
  await expectAccessible(page, "Today at 390");
  if (process.env["SHOTS"])
    await page.screenshot({ path: `${process.env["SHOTS"]}/today-needs-390.png`, fullPage: true });
  await row.getByRole("link").click();
  await expect(page.getByText(/A refund now can prevent a dispute/)).toBeVisible();
  await page.getByRole("link", { name: "Refund…" }).click();
  const dialog = page.getByRole("dialog", { name: `Refund ${warned.number}` });
  await dialog.getByRole("combobox", { name: "Why" }).click();
  await page.getByRole("option", { name: "Fraud warning by the bank" }).click();
  await dialog.getByRole("button", { name: /^Refund \$/ }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("Refunded. The buyer is told by mail.")).toBeVisible();
  expect(await orderState(warned)).toBe("refunded");

  await page.goto("/console/review?tab=warnings");
  await expect(list.getByRole("link", { name: warned.number })).toHaveCount(0);
  await list.getByRole("link", { name: fine.number }).click();
  await page.getByRole("button", { name: "Give the right back" }).click();
  const note = page.getByRole("dialog", { name: "Give the right back" });
  await expect(note).toContainText("The purchase opens again at once.");
  await expect(note.getByRole("button", { name: "Give the right back" })).toBeDisabled();
  await note.getByRole("textbox", { name: "Note" }).fill("Called her, she knows the charge");
  await note.getByRole("button", { name: "Give the right back" }).click();
  await expect(page.getByText("Closed.", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/console\/review\?tab=warnings$/);
  expect(await orderState(fine)).toBe("paid");
  await page.getByRole("button", { name: "Closed" }).click();
  await expect(page.getByText("Called her, she knows the charge")).toBeVisible();
});
