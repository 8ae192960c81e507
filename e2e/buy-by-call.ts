import type { APIResponse, Page } from "@playwright/test";
import { expect } from "./journey.ts";

interface Sale {
  plans: { id: string; periodDays: number }[];
  consent: { version: string };
}

/** Opens an order by card as the member of a page's browser, by the calls that the pages make. Returns the order's id. */
export async function orderByCall(
  page: Page,
  what: { seriesId: string } | { days: number },
): Promise<string> {
  const { request } = page.context();
  const { plans, consent } = await infoOf<Sale>(await request.get("/api/plan"));
  const plan = "days" in what ? plans.find(({ periodDays }) => periodDays === what.days) : undefined;
  const opened = await request.post("/api/payment/order", {
    data: {
      ...("days" in what ? { kind: "subscribe", planId: plan?.id } : { kind: "unlock", ...what }),
      method: "card",
      clientToken: crypto.randomUUID(),
      consent: { version: consent.version, accepted: true },
    },
  });
  const { order } = await infoOf<{ order: { id: string } }>(opened);
  return order.id;
}

/**
 * Buys as the member of a page's browser with a good card, by the calls that the pages make, which are tested where they are
 * shown. Returns the order's id.
 */
export async function buyByCall(page: Page, what: { seriesId: string } | { days: number }): Promise<string> {
  const orderId = await orderByCall(page, what);
  const paid = await page.context().request.post("/api/payment/pay", {
    data: {
      method: "card",
      orderId,
      paymentMethod: "pm_card_visa",
      firstName: "Mara",
      lastName: "Quint",
      email: "mara@example.com",
    },
  });
  await infoOf(paid);
  return orderId;
}

async function infoOf<T>(answer: APIResponse): Promise<T> {
  const envelope = (await answer.json()) as { code: number; info: T };
  expect(envelope).toMatchObject({ code: 200 });
  return envelope.info;
}
