import { mailsTo } from "./checkout.ts";
import { expectSound, guestWith, locked, masked, seriesLink } from "./guest-buyer.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 390, height: 844 }, appKind: "own" });

test("case 101, R38: a guest who bought nothing signs in first; with a membership and an unlock a guest sees both, cancels, withdraws, has the link sent again, and signs in for the lists", async ({
  page,
  origin,
  simulators,
}) => {
  const signsIn = async (path: string) => {
    await page.goto(path);
    await expect(page).toHaveURL(`${origin}/login?returnTo=${encodeURIComponent(path)}`);
  };
  for (const path of ["/unlocked", "/individual"]) await signsIn(path);
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

  // Another test may have given the series a price of its own.
  const bought = page.getByRole("listitem").filter({ hasText: series.title });
  const price = await bought.getByText(/^\$\d+\.\d\d$/).innerText();
  await bought.getByRole("button", { name: "Withdraw from contract here" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm withdrawal" }).click();
  const sentence = new RegExp(`^Withdrawn on .*: ${RegExp.escape(price)} goes back\\.$`);
  await expect(page.getByText(sentence)).toBeVisible();

  await page.getByRole("link", { name: "Sign in", exact: true }).last().click();
  await expect(page).toHaveURL(`${origin}/login?returnTo=%2Findividual`);
  for (const path of ["/favorites", "/historys"]) await signsIn(path);
});
