import type { Order } from "@cliffhanger/contract";

/** The state of an order as its buyer sees it. */
export type Outcome =
  | "paid"
  | "checking"
  | "review"
  | "unpaid"
  | "declined"
  | "cancelled"
  | "expired"
  | "refunded"
  | "disputed";

/** Maps an order's state to what its buyer needs to know (R27). */
export function outcomeOf({
  state,
  declined,
  awaitsBank,
}: Pick<Order, "state" | "declined"> & Partial<Pick<Order, "awaitsBank">>): Outcome {
  switch (state) {
    case "paid":
    case "partially_refunded":
      return "paid";
    case "processing":
      return awaitsBank ? "unpaid" : "checking";
    case "pending":
      return declined ? "declined" : "unpaid";
    case "failed":
      return "declined";
    case "review":
    case "cancelled":
    case "expired":
    case "refunded":
    case "disputed":
      return state;
  }
}
