import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { countActions } from "./actions.ts";
import {
  answerBank,
  atPayPal,
  cardCharges,
  cardField,
  mailTo,
  payButton,
  paypalCaptures,
  typeCard,
} from "./checkout.ts";
import { type DemoSeries, expect, expectPlaying, findSeries, test } from "./journey.ts";
import { layoutShiftsOf, recordLayoutShifts } from "./layout-shifts.ts";
import { newPerson } from "./person.ts";
import { authorise, useDevice, walletButton, walletCards, walletSheet } from "./wallet.ts";

test.use({ viewport: { width: 390, height: 844 }, appKind: "own" });

const locked = (origin: string) =>
  findSeries(
    origin,
    ({ episodeCount, freeEpisodeCount }) => freeEpisodeCount > 0 && episodeCount > freeEpisodeCount,
  );

/** Opens the checkout document of a series' unlock, as its row in the paywall sheet does. */
async function openDocument(page: Page, { id, freeEpisodeCount }: DemoSeries): Promise<void> {
  await page.goto(`/order/easy?series=${id}&ep=${freeEpisodeCount + 1}&choice=unlock`);
  await expect(page.getByRole("heading", { level: 1, name: /^Unlock “/ })).toBeVisible();
}

const agree = (page: Page) => page.getByRole("checkbox", { name: "I agree" }).check();

/** Returns the orders of the page's guest, without the browser's console. */
async function orders(page: Page): Promise<{ id: string; state: string }[]> {
  const answer = await page.context().request.get("/api/payment");
  const { info } = (await answer.json()) as { info?: { orders: { id: string; state: string }[] } };
  return info?.orders ?? [];
}

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
  await page.goto(`/videos/${series.id}?ep=${number}`);
  const sheet = page.getByRole("dialog", { name: `Episode ${number} is next` });
  await sheet.getByRole("link", { name: /^Unlock this series/ }).click();
  const paypal = page.getByRole("button", { name: "PayPal" });
  await paypal.click();
  await expect(page.getByRole("checkbox", { name: "I agree" })).toBeFocused();
  await agree(page);
  await paypal.click();
  await atPayPal(page, "cancel");
  await expect(page.getByRole("heading", { name: "This order is not paid yet" })).toBeVisible();
  await page.getByRole("link", { name: "Pay another way" }).click();
  await expect(page).toHaveURL(new RegExp(`/order/easy\\?series=${series.id}&ep=${number}&choice=unlock$`));
  await agree(page);
  await paypal.click();
  await atPayPal(page, "approve", `funded:${randomUUID()}`);
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}\\?ep=${number}$`));
  await expectPlaying(page);
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

test("case 90: a guest pays by card in nine actions, and by PayPal in four", async ({
  page,
  origin,
  browser,
}) => {
  const series = await locked(origin);
  const number = series.freeEpisodeCount + 1;
  const walk = async (own: Page, pay: () => Promise<void>) => {
    const actions = await countActions(own);
    await own.goto(`/videos/${series.id}?ep=${number}`);
    await own
      .getByRole("dialog", { name: `Episode ${number} is next` })
      .getByRole("link", { name: /^Unlock this series/ })
      .click();
    await expect(cardField(own, "number")).toBeVisible();
    await agree(own);
    await pay();
    await expect(own).toHaveURL(new RegExp(`/videos/${series.id}\\?ep=${number}$`));
    await expectPlaying(own);
    return actions();
  };
  const byCard = await walk(page, async () => {
    await typeCard(page, "4242424242424242");
    await page.getByLabel("E-mail").fill(newPerson().email);
    await payButton(page).click();
  });
  expect(byCard).toBe(9);
  const context = await browser.newContext({ baseURL: origin, locale: "en-US" });
  const other = await context.newPage();
  const byPayPal = await walk(other, async () => {
    await other.getByRole("button", { name: "PayPal" }).click();
    await atPayPal(other, "approve");
  });
  expect(byPayPal).toBe(4);
  await context.close();
});

test("case 91: with the box unticked the wallet's sheet does not open; the words and the focus are at the box", async ({
  page,
  origin,
}) => {
  await openDocument(page, await locked(origin));
  await walletButton(page).click();
  await expect(page.getByText("Please read the terms and tick “I agree” to go on.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "I agree" })).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await orders(page)).toEqual([]);
});

test("case 92: a closed wallet leaves nothing; a declined card stays in the sheet, and another one pays once", async ({
  page,
  origin,
  simulators,
}) => {
  const series = await locked(origin);
  await openDocument(page, series);
  await agree(page);
  await walletButton(page).click();
  await walletSheet(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await orders(page)).toEqual([]);

  await walletButton(page).click();
  await authorise(page, { card: walletCards.declined });
  await expect(walletSheet(page).getByRole("alert")).not.toBeEmpty();
  await expect.poll(() => orders(page)).toMatchObject([{ state: "pending" }]);
  await walletSheet(page).getByLabel("Card").selectOption(walletCards.good);
  await walletSheet(page).getByRole("button", { name: "Authorise" }).click();
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}`));
  const all = await orders(page);
  expect(all).toMatchObject([{ state: "paid" }]);
  expect(await cardCharges(simulators.stripeControl, all[0]?.id ?? "")).toBe(1);
});

test("case 92: 3-D Secure after the wallet takes the place of its sheet, and the order is paid", async ({
  page,
  origin,
}) => {
  const series = await locked(origin);
  await openDocument(page, series);
  await agree(page);
  await walletButton(page).click();
  await authorise(page, { card: walletCards.asksBank });
  await answerBank(page, "Complete authentication");
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}`));
  expect(await orders(page)).toMatchObject([{ state: "paid" }]);
});

for (const [name, device] of [
  ["a browser within an app", {}],
  ["an element that cannot be loaded", { load: "error" }],
  ["an element that is never ready", { load: "never" }],
] as const)
  test(`case 93: in ${name} the card form takes the place of the wallets, nothing moves, and it pays`, async ({
    page,
    origin,
    simulators,
  }) => {
    await useDevice(simulators.stripeControl, { wallets: [], ...device });
    await recordLayoutShifts(page);
    const series = await locked(origin);
    await openDocument(page, series);
    await expect(cardField(page, "number")).toBeVisible();
    await expect(walletButton(page)).toHaveCount(0);
    expect(await layoutShiftsOf(page)).toBeLessThanOrEqual(0.02);
    await typeCard(page, "4242424242424242");
    await page.getByLabel("E-mail").fill(newPerson().email);
    await payButton(page).click();
    await expect(page.getByRole("checkbox", { name: "I agree" })).toBeFocused();
    await agree(page);
    await payButton(page).click();
    await expect(page).toHaveURL(new RegExp(`/videos/${series.id}`));
    expect(await orders(page)).toMatchObject([{ state: "paid" }]);
  });

test("case 99, case 102: the email's link is opened again and again, one tap in another browser signs in, and a new link is sent on request", async ({
  page,
  origin,
  browser,
  simulators,
}) => {
  const series = await locked(origin);
  const { email } = newPerson();
  await openDocument(page, series);
  await agree(page);
  await walletButton(page).click();
  await authorise(page, { email });
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}`));
  const mail = await mailTo(simulators.mailbox, email, /^Your receipt /);
  const link = /https?:\/\/\S+\/claim\?\S+/.exec(mail.text)?.[0] ?? "";

  const elsewhere = await browser.newContext({ baseURL: origin, locale: "en-US" });
  const other = await elsewhere.newPage();
  for (let time = 0; time < 3; time++) {
    await other.goto(link);
    await expect(other.getByRole("heading", { name: "Make it yours on every device" })).toBeVisible();
    await expect(other, "no script can read the code").not.toHaveURL(/code=/);
  }
  await other.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(other).toHaveURL(`${origin}/unlocked`);
  await expect(other.getByRole("link", { name: new RegExp(series.title) }).first()).toBeVisible();

  await other.goto(link);
  await other.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(other.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await other.getByPlaceholder("Please enter your email").fill(email);
  await other.getByRole("button", { name: "Send the link" }).click();
  await expect(other.getByText(`Look in your mail: ${email}`)).toBeVisible();
  const next = await mailTo(simulators.mailbox, email, /^Your sign-in link$/);
  await other.goto(/https?:\/\/\S+\/claim\?\S+/.exec(next.text)?.[0] ?? "");
  await other.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(other).toHaveURL(`${origin}/unlocked`);
  await elsewhere.close();
});
