import type { OrderRow } from "./orders/repository.ts";
import type { PaymentRow } from "./payments/repository.ts";

/**
 * What an order sells, as its payment object at the gateway carries it. After a restore, an order that was opened
 * after the backup is known from this alone.
 */
export type SaleMark =
  | { kind: "unlock"; seriesId: string; visitorId: string }
  | { kind: "subscribe"; priceId: string; visitorId: string }
  /** The order that started the membership, and the period that is paid. */
  | { kind: "renewal"; firstOrderId: string; periodNo: number; initiator: PaymentRow["initiator"] };

/**
 * Returns the mark as text: parts joined by dots; null if the order names too little. A change of plan has none: what it
 * credits depends on the period that ran when it was opened, so a person decides about a lost one.
 */
export function textOfSale(
  order: Pick<OrderRow, "kind" | "visitor_id" | "series_id" | "price_id" | "period_no">,
  { firstOrderId, initiator }: { firstOrderId: string | null; initiator: PaymentRow["initiator"] },
): string | null {
  if (order.kind === "change") return null;
  const parts =
    order.kind === "renewal"
      ? [firstOrderId, order.period_no, initiator]
      : [order.kind === "unlock" ? order.series_id : order.price_id, order.visitor_id];
  return parts.includes(null) ? null : [order.kind, ...parts].join(".");
}

/** Parses the text of a mark; null if it is none. */
export function parseSale(text: string | null | undefined): SaleMark | null {
  const [kind, what = "", who = "", initiator] = (text ?? "").split(".");
  if (what === "" || who === "") return null;
  if (kind === "unlock") return { kind, seriesId: what, visitorId: who };
  if (kind === "subscribe") return { kind, priceId: what, visitorId: who };
  const periodNo = Number(who);
  const isWhole = Number.isSafeInteger(periodNo) && (initiator === "merchant" || initiator === "customer");
  return kind === "renewal" && isWhole ? { kind, firstOrderId: what, periodNo, initiator } : null;
}
