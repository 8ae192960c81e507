import type { BillingPolicy } from "../billing.ts";
import type { OrderRow } from "../orders/repository.ts";

const DAY_MS = 86_400_000;

/**
 * Returns until when the customer of an order that was paid at a time may withdraw: for as long as the terms say now, and never
 * shorter than those that the order was agreed to by, whose version ends with their days.
 */
export function promiseEnd(
  paidAt: Date,
  { consent_version: version }: Pick<OrderRow, "consent_version">,
  { refundDays }: Pick<BillingPolicy, "refundDays">,
): Date {
  const agreed = Number(/-(\d{1,4})$/.exec(version ?? "")?.[1] ?? 0);
  return new Date(paidAt.getTime() + Math.max(agreed, refundDays) * DAY_MS);
}
