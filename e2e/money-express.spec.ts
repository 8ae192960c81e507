import { countActions } from "./actions.ts";
import { atPayPal, cardCharges, mailTo, paypalCaptures } from "./checkout.ts";
import { agree, locked, orders, payWithoutWallets } from "./guest-buyer.ts";
import { expect, expectPlaying, test } from "./journey.ts";
import { newPerson } from "./person.ts";
import { authorise, useDevice, walletButton } from "./wallet.ts";

test.use({ viewport: { width: 390, height: 844 }, appKind: "own" });

test.afterEach(({ simulators }) => useDevice(simulators.stripeControl));

test("case 90: a guest pays by a wallet in four actions, the episode of the sheet plays, and one email has the receipt", async ({
  page,
  origin,
  simulators,
}) => {
  const series = await locked(origin);
  const { email } = newPerson();
  const number = series.freeEpisodeCount + 1;
  const actions = await countActions(page);
  await page.goto(`/videos/${series.id}?ep=${number}`);
  const sheet = page.getByRole("dialog", { name: `Episode ${number} is next` });
  await sheet.getByRole("link", { name: /^Unlock this series/ }).click();
  await expect(page).toHaveURL(new RegExp(`/order/easy\\?series=${series.id}&ep=${number}&choice=unlock$`));
  await expect(walletButton(page)).toBeVisible();
  for (const [name, width, height] of [
    ["phone", 390, 844],
    ["small", 320, 568],
    ["tablet", 820, 1180],
    ["desk", 1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (process.env["EXPRESS_SHOTS"])
      await page.screenshot({ path: `${process.env["EXPRESS_SHOTS"]}/${name}.png`, fullPage: true });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide, `${name} scrolls sideways`).toBe(false);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await agree(page);
  await walletButton(page).click();
  await authorise(page, { email });
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}\\?ep=${number}$`));
  await expectPlaying(page);
  expect(actions()).toBe(4);
  const [order] = await orders(page);
  expect(order?.state).toBe("paid");
  expect(await cardCharges(simulators.stripeControl, order?.id ?? "")).toBe(1);
  const mail = await mailTo(simulators.mailbox, email, /^Your receipt /);
  expect(mail.text).toContain("Google Pay");
});

test("case 90: a guest pays by PayPal in four actions: cancelled, it costs nothing; approved, the episode of the sheet plays", async ({
  page,
  origin,
  simulators,
}) => {
  const series = await locked(origin);
  const number = series.freeEpisodeCount + 1;
  const actions = await countActions(page);
  await page.goto(`/videos/${series.id}?ep=${number}`);
  const sheet = page.getByRole("dialog", { name: `Episode ${number} is next` });
  await sheet.getByRole("link", { name: /^Unlock this series/ }).click();
  const paypal = page.getByRole("button", { name: "PayPal" });
  await expect(paypal).toBeVisible();
  const toDocument = actions();
  await paypal.click();
  await expect(page.getByRole("checkbox", { name: "I agree" })).toBeFocused();
  await agree(page);
  await paypal.click();
  await atPayPal(page, "cancel");
  await expect(page.getByRole("heading", { name: "This order is not paid yet" })).toBeVisible();
  await page.getByRole("link", { name: "Pay another way" }).click();
  await expect(page).toHaveURL(new RegExp(`/order/easy\\?series=${series.id}&ep=${number}&choice=unlock$`));
  const before = actions();
  await agree(page);
  await paypal.click();
  await atPayPal(page, "approve");
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}\\?ep=${number}$`));
  await expectPlaying(page);
  expect(toDocument + actions() - before, "the sheet's row, the box, the button and the approval").toBe(4);
  const all = await orders(page);
  expect(all).toMatchObject([{ state: "paid" }]);
  expect(await paypalCaptures(simulators.paypalControl, all[0]?.id ?? "")).toBe(1);

  // The way back leads over the page that was paid on.
  await page.goto(`/order/easy?series=${series.id}&ep=${number}&choice=unlock`);
  await expect(page.getByRole("heading", { name: "There is nothing to pay here" })).toBeVisible();
  await page.getByRole("link", { name: "Go on" }).click();
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}\\?ep=${number}$`));
  await expectPlaying(page);
});

test("case 93: in a browser within an app the card form takes the place of the wallets, nothing moves, and it pays", async ({
  page,
  origin,
  simulators,
}) => {
  await payWithoutWallets(page, origin, simulators.stripeControl, {});
});
