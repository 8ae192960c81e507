import type { BillingPolicy } from "../billing.ts";
import type { OrderRow } from "../orders/repository.ts";

const DAY_MS = 86_400_000;

/** Returns the version of terms that promise so many days to withdraw: it ends with them, so that each order keeps its own. */
export function versionOfTerms(hash: string, refundDays: number): string {
  return `${hash}-${refundDays}`;
}

/** Returns the days to withdraw that terms of a version promise; 0 if it names none. */
function promisedDays(version: string | null): number {
  return Number(/-(\d{1,4})$/.exec(version ?? "")?.[1] ?? 0);
}

/**
 * Returns until when the customer of an order that was paid at a time may withdraw: for as long as the terms say now, and never
 * shorter than those that the order was agreed to by.
 */
export function promiseEnd(
  paidAt: Date,
  { consent_version: version }: Pick<OrderRow, "consent_version">,
  { refundDays }: Pick<BillingPolicy, "refundDays">,
): Date {
  return new Date(paidAt.getTime() + Math.max(promisedDays(version), refundDays) * DAY_MS);
}

/** Returns until when an owner may withdraw; null once that is over, or where nothing was paid. */
export function withdrawableUntil(
  order: Pick<OrderRow, "paid_at" | "amount" | "consent_version">,
  policy: Pick<BillingPolicy, "refundDays">,
  now: Date,
): Date | null {
  if (order.paid_at === null || order.amount === 0) return null;
  const until = promiseEnd(order.paid_at, order, policy);
  return now < until ? until : null;
}
