import type { Snapshot } from "../records/gateway.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import type { PaymentRow } from "../records/payments/repository.ts";

/** An order and one of its payments, both locked, and the current state of the payment. */
export interface Settling {
  order: OrderRow;
  payment: PaymentRow;
  /** All payments of the order, newest first. */
  payments: readonly PaymentRow[];
  snapshot: Snapshot;
  cause: string;
}
