import { atPayPal, choose, expectPaid, lockedSeries, paypalCaptures, takeRow } from "./checkout.ts";
import { expect, expectPlaying, test } from "./journey.ts";
import { newestOrder, own, toPayPal } from "./paypal-buyer.ts";
import { becomeMember } from "./person.ts";

test("R6, R84: PayPal pays from the unlock sheet, and no address of ours shows PayPal's parameters", {
  tag: "@quick",
}, async ({ page, origin, simulators }) => {
  const series = await lockedSeries(origin);
  const addresses: string[] = [];
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame() && frame.url().startsWith(origin)) addresses.push(frame.url());
  });
  await becomeMember(page, `/videos/${series.id}?ep=${series.locked}`);
  await takeRow(page);
  await page.getByRole("button", { name: "PayPal" }).click();
  await expect(page.getByRole("button", { name: "Approve and pay" })).toBeVisible();
  await atPayPal(page, "approve", own("funded"));
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}\\?ep=${series.locked}$`));
  await expectPlaying(page);
  const { id } = await newestOrder(page);
  expect(await paypalCaptures(simulators.paypalControl, id)).toBe(1);
  expect(addresses.filter((address) => /[?&](token|PayerID|ba_token)=/i.test(address))).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("REFERER_TOKEN")), "R35").toBeNull();
});

test("case 34: a customer who cancels at PayPal is not charged, is told so, and pays the same order at the second attempt", async ({
  page,
  origin,
  simulators,
}) => {
  await becomeMember(page);
  await toPayPal(page, origin);
  await atPayPal(page, "cancel");
  await expect(page.getByRole("heading", { name: "This order is not paid yet" })).toBeVisible();
  const { id } = await newestOrder(page);
  expect(await paypalCaptures(simulators.paypalControl, id)).toBe(0);
  await page.getByRole("link", { name: "Try again with PayPal" }).click();
  await expect(page.getByRole("radio", { name: /Unlock this series/ })).toBeChecked();
  await choose(page, { method: "paypal" });
  await atPayPal(page, "approve", own("funded"));
  await expectPaid(page);
  expect((await newestOrder(page)).id).toBe(id);
  expect(await paypalCaptures(simulators.paypalControl, id)).toBe(1);
});
