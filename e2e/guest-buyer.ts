import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { callOf, cardField, payButton, payCall, typeCard } from "./checkout.ts";
import { type DemoSeries, expect, findSeries } from "./journey.ts";
import { layoutShiftsOf, recordLayoutShifts } from "./layout-shifts.ts";
import { newPerson } from "./person.ts";
import { type Device, useDevice, walletButton } from "./wallet.ts";

/** Returns a series with free episodes first and locked ones after them. */
export const locked = (origin: string) =>
  findSeries(
    origin,
    ({ episodeCount, freeEpisodeCount }) => freeEpisodeCount > 0 && episodeCount > freeEpisodeCount,
  );

/** Opens the checkout document of a series' unlock, as its row in the paywall sheet does. */
export async function openDocument(page: Page, { id, freeEpisodeCount }: DemoSeries): Promise<void> {
  await page.goto(`/order/easy?series=${id}&ep=${freeEpisodeCount + 1}&choice=unlock`);
  await expect(page.getByRole("heading", { level: 1, name: /^Unlock “/ })).toBeVisible();
}

/** Ticks the box of the terms. */
export const agree = (page: Page) => page.getByRole("checkbox", { name: "I agree" }).check();

/** Returns the orders of the page's guest, without the browser's console. */
export async function orders(page: Page): Promise<{ id: string; state: string }[]> {
  const answer = await page.context().request.get("/api/payment");
  const { info } = (await answer.json()) as { info?: { orders: { id: string; state: string }[] } };
  return info?.orders ?? [];
}

/** The sizes of screens at which a purchase of a guest is looked at. */
export const sizes = [
  { width: 1280, height: 800 },
  { width: 820, height: 1180 },
  { width: 320, height: 568 },
  { width: 390, height: 844 },
];

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
export async function guestWith(page: Page, ...bought: ({ seriesId: string } | "plan")[]): Promise<string> {
  const { email } = newPerson();
  // This screen shows who the visitor is, so the session is there.
  await page.goto("/my");
  await expect(page.getByRole("heading", { name: "Never lose your place in a story" })).toBeVisible();
  for (const what of bought) await buy(page, email, what);
  return email;
}

/** Returns an address as pages show it to somebody who may not be its owner. */
export const masked = (email: string) => `${email.slice(0, 1)}…@${email.split("@")[1]?.slice(0, 1)}…`;

/** Checks that a page fits each size, and that it has no accessibility fault on a phone and at a desk. */
export async function expectSound(page: Page, where: string): Promise<void> {
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, `${where} at ${viewport.width}`).toBeLessThanOrEqual(viewport.width);
    if (viewport.width === 390 || viewport.width === 1280) await expectAccessible(page, where);
  }
}

/** Returns the first link to a series. */
export const seriesLink = (page: Page, { title }: DemoSeries) =>
  page.getByRole("link", { name: new RegExp(title) }).first();

/** Unlocks a series by the card form, which has to take the place of the wallets where a device has none. */
export async function payWithoutWallets(
  page: Page,
  origin: string,
  stripeControl: string,
  device: Device,
): Promise<void> {
  await useDevice(stripeControl, { wallets: [], ...device });
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
}
