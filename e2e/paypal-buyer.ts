import type { Page } from "@playwright/test";
import { callOf, choose, lockedSeries } from "./checkout.ts";
import { expect } from "./journey.ts";

/** Returns a new PayPal account for one test, because an account keeps its token permanently. */
export const own = (kind: string) => `${kind}:${Math.random().toString(36).slice(2)}`;

/** Creates a member and goes to PayPal to pay for the featured series or a membership. Returns the order's id. */
export async function toPayPal(page: Page, origin: string, days?: 7 | 30 | 365): Promise<string> {
  const { id } = await lockedSeries(origin);
  await page.goto(days ? "/shopping" : `/shopping?series=${id}`);
  await choose(page, { method: "paypal", ...(days ? { days } : {}) });
  await expect(page.getByRole("heading", { name: /USD$/ })).toBeVisible();
  return new URL(page.url()).searchParams.get("token") ?? "";
}

/** Returns the newest order of the page's customer. */
export async function newestOrder(page: Page): Promise<{ id: string; state: string }> {
  const { info } = await callOf<{ orders: { id: string; state: string }[] }>(page, "GET", "/api/payment");
  return info.orders[0] ?? { id: "", state: "" };
}
