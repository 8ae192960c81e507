import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import {
  atPayPal,
  cardCharges,
  choose,
  lockedSeries,
  orderIn,
  type Purchase,
  payByCard,
} from "./checkout.ts";
import { expect, expectPlaying, test } from "./journey.ts";
import { becomeMember, newPerson } from "./person.ts";
import { stripCookies } from "./strip-cookies.ts";
import { withoutStorage } from "./without-storage.ts";

const inApps = {
  Instagram:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 390.0.0.28.85",
  TikTok:
    "Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0 Mobile Safari/537.36 musical_ly_2024 BytedanceWebview/d8a21c6",
};

/**
 * Chooses as a guest on the page of plans, or at a locked episode, and registers during the purchase; PayPal knows its payer, and
 * needs no account.
 */
async function joinAndChoose(
  page: Page,
  origin: string,
  { at = "plans", ...purchase }: Purchase & { at?: "plans" | "episode" } = {},
) {
  const series = await lockedSeries(origin);
  const person = newPerson();
  await page.goto(
    at === "plans" ? `/shopping?series=${series.id}` : `/videos/${series.id}?ep=${series.locked}`,
  );
  await choose(page, purchase);
  if (purchase.method === "paypal") return { series, person };
  await page.getByPlaceholder("Please enter your email").fill(person.email);
  await page.getByPlaceholder("Please enter your password").fill(person.password);
  await page.getByRole("button", { name: "Create account and go on" }).click();
  return { series, person };
}

test("R43, R59: without cookies a card pays, and its series plays", async ({ page, origin, simulators }) => {
  await stripCookies(page.context());
  await joinAndChoose(page, origin);
  await expect(page).toHaveURL(/\/order\/easy\?order=\w+$/);
  const orderId = orderIn(page);
  await payByCard(page);
  await expect(page.getByRole("heading", { name: "The series is yours" })).toBeVisible();
  expect((await page.context().cookies(origin)).map(({ name }) => name)).not.toContain("sid");
  expect(await cardCharges(simulators.stripeControl, orderId)).toBe(1);
  await page.getByRole("link", { name: /^Continue episode/ }).click();
  await expectPlaying(page);
});

for (const [what, purchase, heading] of [
  ["a series", {}, "The series is yours"],
  ["a membership", { days: 7 }, "Welcome, it is all open"],
] as const) {
  test(`R27, R43, R59: in a browser that stores nothing, the buyer of ${what} is known by the order's key, pays once, is asked to sign in, and then that episode plays`, async ({
    origin,
    simulators,
  }) => {
    await withoutStorage(origin, async (context) => {
      const page = await context.newPage();
      const { series, person } = await joinAndChoose(page, origin, { ...purchase, at: "episode" });
      await page.waitForURL(/order\/easy/);
      await page.waitForLoadState("networkidle");
      const orderId = orderIn(page);
      await page.getByLabel("E-mail").fill("mara@example.com");
      // The way on appears only when it is known where it leads.
      await page.route("**/api/video/episode?**", async (route) => {
        await pause(1500);
        await route.continue();
      });
      await payByCard(page);
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
      expect(await cardCharges(simulators.stripeControl, orderId)).toBe(1);
      await expect(page.getByText("Sign in with that account’s e-mail address")).toBeVisible();
      await expect(page.getByRole("link", { name: /^Continue episode/ })).toHaveCount(0);
      await page.unrouteAll({ behavior: "wait" });
      await page.getByRole("link", { name: "Sign in and go on" }).click();
      await page.getByPlaceholder("Please enter your email").fill(person.email);
      await page.getByPlaceholder("Please enter your password").fill(person.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page).toHaveURL(`${origin}/videos/${series.id}?ep=${series.locked}`);
      await expectPlaying(page);
    });
  });
}

test("R6: in the browsers of Instagram and TikTok, card and PayPal open no window: pages follow each other", async ({
  browser,
  origin,
  simulators,
}) => {
  for (const [userAgent, method] of [
    [inApps.Instagram, "card"],
    [inApps.TikTok, "paypal"],
  ] as const) {
    const context = await browser.newContext({
      baseURL: origin,
      userAgent,
      locale: "en-US",
      viewport: { width: 390, height: 760 },
      hasTouch: true,
      isMobile: true,
    });
    const opened: Page[] = [];
    const page = await context.newPage();
    context.on("page", (one) => opened.push(one));
    await joinAndChoose(page, origin, { method });
    if (method === "card") {
      await expect(page).toHaveURL(/\/order\/easy\?order=\w+$/);
      await payByCard(page);
    } else {
      await expect(page).toHaveURL(new RegExp(`^${simulators.paypal}`));
      await atPayPal(page, "approve", `funded:in-app${Date.now()}`);
    }
    await expect(page.getByRole("heading", { name: "The series is yours" })).toBeVisible();
    expect(opened).toEqual([]);
    await context.close();
  }
});

test("R28, R34: if the card fields cannot load, the page says so, charges nothing, and loads them when retried", async ({
  page,
  simulators,
  watch,
}) => {
  await becomeMember(page, "/shopping");
  await page.route(`${simulators.stripe}/**`, (route) => route.abort("connectionreset"));
  await choose(page, { days: 7 });
  await expect(page.getByText("The card fields did not load.")).toBeVisible();
  await page.unroute(`${simulators.stripe}/**`);
  await page.getByRole("button", { name: "Try again" }).click();
  await payByCard(page);
  await expect(page.getByRole("heading", { name: "Welcome, it is all open" })).toBeVisible();
  expect(watch.externalRequests).toEqual([]);
});
