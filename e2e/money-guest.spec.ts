import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { callOf, mailsTo, mailTo, passTime, payCall, pick } from "./checkout.ts";
import { type DemoSeries, expect, expectPlaying, findSeries, test } from "./journey.ts";
import { newPerson } from "./person.ts";

const sizes = [
  { width: 1280, height: 800 },
  { width: 820, height: 1180 },
  { width: 320, height: 568 },
  { width: 390, height: 844 },
];
test.use({ viewport: { width: 390, height: 844 }, appKind: "own" });

const locked = (origin: string) =>
  findSeries(
    origin,
    ({ episodeCount, freeEpisodeCount }) => freeEpisodeCount > 0 && episodeCount > freeEpisodeCount,
  );

/** Buys as the page's guest, by the calls that the checkout document makes. */
async function buy(page: Page, email: string, what: { seriesId: string } | "plan"): Promise<string> {
  const { info: sale } = await callOf<{ plans: { id: string }[]; consent: { version: string } }>(
    page,
    "GET",
    "/api/plan",
  );
  const { code, info } = await callOf<{ order: { id: string } }>(page, "POST", "/api/payment/order", {
    ...(what === "plan" ? { kind: "subscribe", planId: sale.plans[0]?.id } : { kind: "unlock", ...what }),
    method: "card",
    guest: { email },
    clientToken: crypto.randomUUID(),
    consent: { version: sale.consent.version, accepted: true },
  });
  expect(code).toBe(200);
  expect((await payCall(page, info.order.id)).code).toBe(200);
  return info.order.id;
}

/** Opens the site as a new guest, who buys with a new address. Returns the address. */
async function guestWith(page: Page, ...bought: ({ seriesId: string } | "plan")[]): Promise<string> {
  const { email } = newPerson();
  // This screen shows who the visitor is, so the session is there.
  await page.goto("/my");
  await expect(page.getByRole("heading", { name: "Never lose your place in a story" })).toBeVisible();
  for (const what of bought) await buy(page, email, what);
  return email;
}

const masked = (email: string) => `${email.slice(0, 1)}…@${email.split("@")[1]?.slice(0, 1)}…`;

async function expectSound(page: Page, where: string): Promise<void> {
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, `${where} at ${viewport.width}`).toBeLessThanOrEqual(viewport.width);
    if (viewport.width === 390 || viewport.width === 1280) await expectAccessible(page, where);
  }
}

const seriesLink = (page: Page, { title }: DemoSeries) =>
  page.getByRole("link", { name: new RegExp(title) }).first();

/** Opens the link of the receipt in another browser, and confirms it. */
async function claimElsewhere(page: Page, mailbox: string, email: string, origin: string): Promise<void> {
  const { text } = await mailTo(mailbox, email, /^Your receipt /);
  const elsewhere = await page.context().browser()?.newContext({ baseURL: origin, locale: "en-US" });
  if (!elsewhere) throw new Error("There is no browser.");
  const other = await elsewhere.newPage();
  await other.goto(/https?:\/\/\S+\/claim\?\S+/.exec(text)?.[0] ?? "");
  await other.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(other).toHaveURL(`${origin}/unlocked`);
  await elsewhere.close();
}

test("case 101, R38: a guest with a membership and an unlock sees both, cancels, and has the link sent again", async ({
  page,
  origin,
  simulators,
}) => {
  const series = await locked(origin);
  const email = await guestWith(page, { seriesId: series.id }, "plan");

  await page.goto("/unlocked");
  await expect(page.getByRole("heading", { level: 1, name: "Unlocked" })).toBeVisible();
  await expect(seriesLink(page, series)).toBeVisible();
  await expectSound(page, "unlocked of a guest");

  await page.goto("/my");
  await expect(page.getByRole("heading", { name: "Yours on every device" })).toBeVisible();
  await expect(page.getByText(`We sent a link to ${masked(email)}`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Never lose your place in a story" })).toHaveCount(0);
  await expectSound(page, "my of a guest");
  await page.getByRole("link", { name: "Account", exact: true }).click();

  await expect(page).toHaveURL(`${origin}/individual`);
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Membership",
    "Yours on every device",
    "Payments and receipts",
  ]);
  await expect(page.getByText("Paid", { exact: true })).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Withdraw from contract here" })).toHaveCount(2);
  await expect(page.getByRole("link", { name: "Receipt" })).toHaveCount(0);
  await expectSound(page, "individual of a guest");

  await page.getByRole("button", { name: "Cancel membership" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel membership" }).click();
  await expect(page.getByRole("button", { name: "Undo: keep my membership" })).toBeVisible();

  const links = async () =>
    (await mailsTo(simulators.mailbox, email)).filter(({ subject }) => subject === "Your sign-in link")
      .length;
  expect(await links()).toBe(0);
  await page.getByRole("button", { name: "Send it again" }).click();
  const sent = page.getByRole("status").filter({ hasText: `Look in your mail: ${masked(email)}` });
  await expect(sent).toBeFocused();
  await expect.poll(links).toBe(1);
  await expectSound(page, "individual after the link was sent");

  await page.getByRole("link", { name: "Sign in", exact: true }).last().click();
  await expect(page).toHaveURL(`${origin}/login?returnTo=%2Findividual`);
});

test("case 101: a guest withdraws from a purchase on the account page", async ({ page, origin }) => {
  const { id: seriesId } = await locked(origin);
  await guestWith(page, { seriesId });
  await page.goto("/individual");
  // Another test may have given the series a price of its own.
  const price = await page.getByText(/^\$\d+\.\d\d$/).innerText();
  await page.getByRole("button", { name: "Withdraw from contract here" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm withdrawal" }).click();
  const sentence = new RegExp(`^Withdrawn on .*: ${RegExp.escape(price)} goes back\\.$`);
  await expect(page.getByText(sentence)).toBeVisible();
});

test("R38: a guest who bought nothing still signs in first, and one who bought does for the lists", async ({
  page,
  origin,
}) => {
  for (const path of ["/unlocked", "/individual"]) {
    await page.goto(path);
    await expect(page).toHaveURL(`${origin}/login?returnTo=${encodeURIComponent(path)}`);
  }
  await guestWith(page, { seriesId: (await locked(origin)).id });
  for (const path of ["/favorites", "/historys"]) {
    await page.goto(path);
    await expect(page).toHaveURL(`${origin}/login?returnTo=${encodeURIComponent(path)}`);
  }
});

test("case 99, case 101: after a claim elsewhere the buying browser says whose it is, and the same mail brings it back", async ({
  page,
  origin,
  simulators,
}) => {
  const series = await locked(origin);
  const email = await guestWith(page, { seriesId: series.id });
  await page.goto("/my");
  await expect(page.getByRole("heading", { name: "Yours on every device" })).toBeVisible();
  await claimElsewhere(page, simulators.mailbox, email, origin);

  // The page is still open: it learns of the claim with the next screen.
  await page.getByRole("link", { name: "Unlocked", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "This is in your account now" })).toBeVisible();
  await expect(page.getByText(`The account of ${masked(email)} has what you bought`)).toBeVisible();
  await expectSound(page, "a claimed purchase");
  await page.goto("/my");
  await expect(page.getByRole("heading", { name: "This is in your account now" })).toBeVisible();
  await expectSound(page, "my after a claim");

  await page.goto(`/videos/${series.id}?ep=${series.freeEpisodeCount + 1}`);
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText("What you bought here is in your account now.")).toBeVisible();
  await expectAccessible(page, "the paywall after a claim");
  await expect(sheet.getByRole("link", { name: "Sign in here" })).toHaveAttribute(
    "href",
    `/login?returnTo=${encodeURIComponent(`/videos/${series.id}?ep=${series.freeEpisodeCount + 1}`)}`,
  );

  await page.goto("/unlocked");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText(`Look in your mail: ${masked(email)}`)).toBeVisible();
  const { text } = await mailTo(simulators.mailbox, email, /^Your sign-in link$/);
  await page.goto(/https?:\/\/\S+\/claim\?\S+/.exec(text)?.[0] ?? "");
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(page).toHaveURL(`${origin}/unlocked`);
  await expect(seriesLink(page, series)).toBeVisible();
});

for (const code of ["fy", "dy", "es", "pt"])
  test(`case 101: what a guest sees of a purchase fits in language ${code}`, async ({ page, origin }) => {
    await guestWith(page, { seriesId: (await locked(origin)).id });
    for (const path of ["/unlocked", "/individual", "/my"]) {
      await page.goto(`${path}?lang=${code}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      for (const viewport of sizes) {
        await page.setViewportSize(viewport);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, `${path} at ${viewport.width}`).toBeLessThanOrEqual(viewport.width);
      }
    }
  });

test("case 101: after their membership ended, a guest unlocks a series with the card that this browser saved", async ({
  page,
  origin,
}) => {
  const series = await locked(origin);
  await guestWith(page, "plan");
  expect((await callOf(page, "POST", "/api/payment/cancel", {})).code).toBe(200);
  await passTime(origin, 8);
  await page.goto(`/videos/${series.id}?ep=${series.freeEpisodeCount + 1}`);
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("radio", { name: "Visa ··4242" })).toBeChecked();
  await pick(page, /Unlock this series/);
  await page.getByRole("checkbox", { name: "I agree" }).check();
  await expectAccessible(page, "the paywall of a guest with a saved card");
  await page.getByRole("button", { name: /^Pay \$[\d.]+ with Visa ··4242$/ }).click();
  await expect(sheet).toBeHidden();
  await expectPlaying(page);
});
