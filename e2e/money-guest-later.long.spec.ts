import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { callOf, mailTo, passTime, pick } from "./checkout.ts";
import { expectSound, guestWith, locked, masked, seriesLink, sizes } from "./guest-buyer.ts";
import { expect, expectPlaying, test } from "./journey.ts";

test.use({ viewport: { width: 390, height: 844 }, appKind: "own" });

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

test("case 101: what a guest sees of a purchase fits in every language", async ({ page, origin }) => {
  await guestWith(page, { seriesId: (await locked(origin)).id });
  for (const code of ["fy", "dy", "es", "pt"])
    for (const path of ["/unlocked", "/individual", "/my"]) {
      await page.goto(`${path}?lang=${code}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      for (const viewport of sizes) {
        await page.setViewportSize(viewport);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, `${path} in ${code} at ${viewport.width}`).toBeLessThanOrEqual(viewport.width);
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
