import type { Snapshot } from "../records/gateway.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import type { PaymentRow } from "../records/payments/repository.ts";

/** An order and one payment of it, both locked, and what is known about the payment now. */
export interface Settling {
  order: OrderRow;
  payment: PaymentRow;
  /** All of the order's, the newest first. */
  payments: readonly PaymentRow[];
  snapshot: Snapshot;
  cause: string;
}
