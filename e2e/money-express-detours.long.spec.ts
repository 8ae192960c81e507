import { answerBank, cardCharges, mailTo } from "./checkout.ts";
import { agree, locked, openDocument, orders, payWithoutWallets } from "./guest-buyer.ts";
import { expect, test } from "./journey.ts";
import { newPerson } from "./person.ts";
import { authorise, useDevice, walletButton, walletCards, walletSheet } from "./wallet.ts";

test.use({ viewport: { width: 390, height: 844 }, appKind: "own" });

test.afterEach(({ simulators }) => useDevice(simulators.stripeControl));

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
  ["an element that cannot be loaded", { load: "error" }],
  ["an element that is never ready", { load: "never" }],
] as const)
  test(`case 93: in ${name} the card form takes the place of the wallets, nothing moves, and it pays`, async ({
    page,
    origin,
    simulators,
  }) => {
    await payWithoutWallets(page, origin, simulators.stripeControl, device);
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
