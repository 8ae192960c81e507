import type { Page } from "@playwright/test";
import { timeLimit } from "../tools/time-limit.ts";
import { countActions } from "./actions.ts";
import { buyByCall } from "./buy-by-call.ts";
import {
  callOf,
  cardCharges,
  cards,
  choose,
  expectPaid,
  lockedSeries,
  mailTo,
  orderIn,
  payByCard,
} from "./checkout.ts";
import { expect, expectPlaying, test } from "./journey.ts";
import { becomeMember, newPerson } from "./person.ts";

test("case 90, R3, R31, R47: a guest at a locked episode pays by card without an account in nine actions, and that episode plays", async ({
  page,
  origin,
  simulators,
}) => {
  const series = await lockedSeries(origin);
  const actions = await countActions(page);
  await page.goto(`/videos/${series.id}?ep=${series.locked}`);
  const sheet = page.getByRole("dialog");
  const rest = series.episodeCount - series.freeEpisodeCount;
  await expect(sheet.getByText(`${rest} episodes to the end: $6.99 in all, once. No coins.`)).toBeVisible();
  // The series stands before the plans, with its price per episode.
  const first = sheet.getByRole("link").first();
  await expect(first).toHaveAccessibleName(/^Unlock this series.*\$6\.99.*an episode$/);
  await first.click();
  await page.getByRole("checkbox", { name: "I agree" }).check();
  await page.getByLabel("E-mail").fill(newPerson().email);
  await payByCard(page, cards.good);
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}\\?ep=${series.locked}$`));
  await expectPlaying(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(actions()).toBe(9);
  const { info } = await callOf<{ orders: { id: string }[] }>(page, "GET", "/api/payment");
  expect(await cardCharges(simulators.stripeControl, info.orders[0]?.id ?? "")).toBe(1);
});

test("R2, R3, R4, R31, R47: a guest registers during the purchase, pays by card, and the locked episode plays", {
  tag: "@quick",
}, async ({ page, origin, simulators }) => {
  const series = await lockedSeries(origin);
  const person = newPerson();
  await page.goto(`/shopping?series=${series.id}`);
  const sheet = page.locator("main");
  await expect(sheet.getByRole("radio", { name: /^Unlock this series/ })).not.toBeChecked();
  await expect(sheet.getByText("Nothing is chosen for you. Every price is the whole price.")).toBeVisible();
  // The series stands before the plans, with its price per episode, and the button chooses it, but buys nothing.
  await expect(sheet.getByRole("radio").first()).toHaveAccessibleName(/^Unlock this series.*an episode$/);
  await sheet.getByRole("button", { name: "Choose this series $6.99" }).click();
  await expect(sheet.getByRole("radio", { name: /^Unlock this series/ })).toBeChecked();
  await expect(sheet.getByRole("checkbox", { name: "I agree" })).toBeFocused();
  await expect(sheet.getByRole("checkbox", { name: "I agree" })).not.toBeChecked();
  await choose(page);
  await expect(sheet.getByRole("heading", { name: "First, your account" })).toBeVisible();
  await sheet.getByPlaceholder("Please enter your email").fill(person.email);
  await sheet.getByPlaceholder("Please enter your password").fill(person.password);
  await expect(sheet.getByRole("checkbox"), "agreed to with the purchase").toHaveCount(0);
  await sheet.getByRole("button", { name: "Create account and go on" }).click();
  await expect(page).toHaveURL(/\/order\/easy\?order=\w+$/);
  const orderId = orderIn(page);
  await expect(page.getByLabel("E-mail")).toHaveValue(person.email);
  await payByCard(page, cards.good);
  await expectPaid(page);
  expect(await cardCharges(simulators.stripeControl, orderId)).toBe(1);

  await page.getByRole("link", { name: `Continue episode ${series.locked}` }).click();
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}\\?ep=${series.locked}$`));
  await expectPlaying(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("case 134: a member withdraws from an unwatched purchase in two steps on the account page, and it is locked again", async ({
  page,
  origin,
}) => {
  const series = await lockedSeries(origin);
  await becomeMember(page);
  await buyByCall(page, { seriesId: series.id });
  await page.goto("/individual");
  await page.getByRole("button", { name: "Withdraw from contract here" }).click();
  const sheet = page.getByRole("dialog", { name: "Withdraw from this contract?" });
  await expect(sheet.getByText("You get the whole $6.99 back, and what you bought ends now.")).toBeVisible();
  await sheet.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText(/^Withdrawn on .*: \$6\.99 goes back\.$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Withdraw from contract here" })).toHaveCount(0);
  await page.goto(`/videos/${series.id}?ep=${series.locked}`);
  await expect(page.getByRole("dialog", { name: `Episode ${series.locked} is next` })).toBeVisible();
});

test("R22, R47, R74: an unlocked series has all episodes open, is listed under Unlocked, and has a receipt on the page and by email", async ({
  page,
  context,
  origin,
  simulators,
}) => {
  const series = await lockedSeries(origin);
  const { email } = await becomeMember(page);
  const orderId = await buyByCall(page, { seriesId: series.id });
  await page.goto("/unlocked");
  const { info } = await callOf<{ number: string; receiptUrl: string }>(
    page,
    "GET",
    `/api/payment?orderId=${orderId}`,
  );
  await expect(page.getByRole("heading", { name: "Unlocked" })).toBeVisible();
  await expect(page.locator(`main a[href^='/videos/${series.id}']`)).toBeVisible();
  await page.goto(`/videos/${series.id}?ep=${series.episodeCount}`);
  await expectPlaying(page);

  await page.goto("/individual");
  await expect(page.getByText(info.number, { exact: false }).first()).toBeVisible();
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: `Receipt ${info.number}` }).click();
  const receipt = await opened;
  await expect(receipt.getByText("$6.99").first()).toBeVisible();
  await expect(receipt.getByText(info.number).first()).toBeVisible();

  const mail = await mailTo(simulators.mailbox, email, /^Your receipt /);
  const number = mail.subject.replace("Your receipt ", "");
  expect(mail.text).toContain(info.number);
  expect(mail.text).toContain("$6.99");
  await expect(receipt.getByText(number).first(), "the email has the document's number").toBeVisible();
});

test("R22, R27: the page of a paid order continues automatically, unless the customer stays: at the viewer's position, or at the first locked episode", async ({
  page,
  origin,
}) => {
  const series = await lockedSeries(origin);
  const buyAgain = async (watched: number | null) => {
    await page.context().clearCookies();
    await becomeMember(page);
    if (watched) await watch(page, series.id, watched);
    await page.goto(`/order/result?order=${await buyByCall(page, { seriesId: series.id })}`);
    await expectPaid(page);
  };
  await buyAgain(null);
  await expect(page.getByRole("link", { name: `Continue episode ${series.locked}` })).toBeVisible();
  await expect(page.getByRole("button", { name: "Stay here" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/videos/${series.id}\\?ep=${series.locked}$`), {
    timeout: timeLimit(20),
  });
  await expectPlaying(page);
  await buyAgain(series.freeEpisodeCount);
  await expect(page.getByRole("link", { name: `Continue episode ${series.locked}` })).toBeVisible();
  await buyAgain(1);
  await expect(page.getByRole("link", { name: "Continue episode 2" })).toBeVisible();
});

/** Reports an episode as watched to its end, as the player does. */
async function watch(page: Page, seriesId: string, number: number): Promise<void> {
  const { request } = page.context();
  const episodes = await request.get(`/api/video/episode?seriesId=${seriesId}`);
  const { data } = (await episodes.json()) as { data: { list: { id: string; duration: number }[] } };
  const { id, duration } = data.list[number - 1] ?? {};
  const seen = { episodeId: id, position: duration, duration, done: true };
  const answer = await request.post("/api/user/history", { data: seen });
  expect(await answer.json()).toMatchObject({ code: 200 });
}
