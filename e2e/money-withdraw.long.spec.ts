import { accessibilityFaults } from "./axe.ts";
import { callOf, lockedSeries, mailTo, openCardOrder, payCallOnForm } from "./checkout.ts";
import { expect, test } from "./journey.ts";
import { becomeMember } from "./person.ts";

test.use({ viewport: { width: 360, height: 640 } });

test("case 133: signed out on a phone, the link of the receipt's mail withdraws in two steps, and a mail says what and when", async ({
  page,
  origin,
  simulators,
}) => {
  const series = await lockedSeries(origin);
  const { email } = await becomeMember(page);
  const orderId = await openCardOrder(page, origin);
  expect((await payCallOnForm(page, orderId, "pm_card_mastercard")).code).toBe(200);
  const { info } = await callOf<{ number: string }>(page, "GET", `/api/payment?orderId=${orderId}`);
  const receipt = await mailTo(simulators.mailbox, email, /^Your receipt /);
  const link = /Withdraw from contract here:\s+(\S+)/.exec(receipt.text)?.[1] ?? "";
  await page.context().clearCookies();

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Withdraw from this contract?" })).toBeVisible();
  await expect(page, "the key leaves the address").toHaveURL(`/withdraw?order=${orderId}`);
  await expect(page.getByText(`order ${info.number}`)).toBeVisible();
  await expect(page.getByText("You get the whole $6.99 back, and what you bought ends now.")).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  const button = page.getByRole("button", { name: "Confirm withdrawal" });
  const box = await button.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
  await button.click();
  await expect(page.getByRole("heading", { name: "We have received your withdrawal." })).toBeVisible();
  await expect(page.getByText(/^Received on /)).toBeVisible();
  await expect(page.getByText(/^Withdrawn on .*: \$6\.99 goes back\.$/)).toBeVisible();
  const mail = await mailTo(simulators.mailbox, email, /^Your withdrawal from order /);
  expect(mail.subject).toContain(info.number);
  expect(mail.text).toMatch(/at .*UTC/);
  expect(mail.text).toContain("$6.99");

  await page.reload();
  await expect(page.getByText(/^Withdrawn on .*: \$6\.99 goes back\.$/)).toBeVisible();
  expect(series.id).toBeTruthy();
});

test("case 133: without the mail, the footer leads to a form for order number and e-mail, whose wrong pair has an answer", async ({
  page,
  origin,
}) => {
  const { email } = await becomeMember(page);
  const orderId = await openCardOrder(page, origin);
  expect((await payCallOnForm(page, orderId, "pm_card_amex")).code).toBe(200);
  const { info } = await callOf<{ number: string }>(page, "GET", `/api/payment?orderId=${orderId}`);
  await page.context().clearCookies();

  for (const path of ["/refundPolicy", "/"]) {
    await page.goto(path);
    await expect(
      page.getByRole("contentinfo").getByRole("link", { name: "Withdraw from contract here" }),
    ).toBeVisible();
  }
  await page.goto("/refundPolicy");
  await page.getByRole("link", { name: "with order number and e-mail address" }).click();
  await expect(page.getByRole("heading", { name: "Withdraw from a contract" })).toBeVisible();
  await page.getByLabel("Order number").fill(info.number);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/^We find no purchase/)).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(page.getByText(/^Withdrawn on .*: \$6\.99 goes back\.$/)).toBeVisible();
});
