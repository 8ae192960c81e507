import { inTransaction, type Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import type { GatewayRefused } from "../records/gateway.ts";
import { lockOrder, type OrderRow, updateOrder } from "../records/orders/repository.ts";
import { finishAttempt, insertEndedAttempt } from "../records/payments/attempts.ts";
import {
  type AttemptRow,
  findAttempt,
  lockPayments,
  type PaymentRow,
} from "../records/payments/repository.ts";
import { isLivePayment } from "../records/states.ts";
import { moveOrder, movePayment } from "../records/transitions.ts";
import { newAttempt } from "./begin.ts";

/** How long an order stays open after a merchant fault: the buyer can only come back later. */
const EXTENSION_MS = 24 * 3_600_000;

/** A refusal that is the merchant's fault, and the attempt that it ended. */
export interface MerchantFault {
  payment: Pick<PaymentRow, "id" | "order_id" | "gateway" | "initiator">;
  /** The attempt that it ended; if null, a new attempt is recorded for it. */
  attempt: AttemptRow | null;
  error: GatewayRefused;
}

/**
 * Records a refusal that is the merchant's fault. It does not count as a decline, the payment stays open, and
 * the order stays open for a day.
 */
export async function noteMerchantFault(billing: Billing, fault: MerchantFault): Promise<void> {
  const { payment, attempt, error } = fault;
  await inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, payment.order_id);
    const row = (await lockPayments(trx, payment.order_id)).find(({ id }) => id === payment.id);
    if (!order || !row) return;
    await recordFault(trx, billing, { row, attempt, error });
    const charged = row.state === "charging" || (row.state === "in_doubt" && row.remote_id === null);
    if (charged)
      await movePayment(trx, billing, row, {
        to: row.remote_id === null ? "new" : "open",
        cause: "merchant fault",
        detail: { code: error.code },
      });
    const initiator = attempt?.initiator ?? row.initiator;
    const changes = extensionOf(billing, order, error, initiator === "customer");
    if (order.state === "processing" && (charged || !isLivePayment(row.state)))
      await moveOrder(trx, billing, order, { to: "pending", cause: "merchant fault", changes });
    else if (order.state === "pending") await updateOrder(trx, order.id, changes);
  });
  billing.faults.note(payment.gateway, error, { order: payment.order_id, payment: payment.id });
}

async function recordFault(
  trx: Trx,
  billing: Billing,
  { row, attempt, error }: { row: PaymentRow; attempt: AttemptRow | null; error: GatewayRefused },
): Promise<void> {
  const ending = { outcome: "merchant_fault", fault: error.code, ended_at: billing.clock.now() };
  if (attempt) {
    await finishAttempt(trx, billing, attempt.id, { ...ending, decline_code: null });
    return;
  }
  // The newest attempt of a live payment is the one that charges it: it has no outcome yet.
  if (isLivePayment(row.state)) return;
  const n = ((await findAttempt(trx, row.id))?.n ?? 0) + 1;
  const charge = { initiator: row.initiator, address: null };
  const made = newAttempt({ payment: row, charge, hash: "", n, now: billing.clock.now() });
  await insertEndedAttempt(trx, billing, row, { ...made, ...ending });
}

function extensionOf({ clock }: Billing, order: OrderRow, { code }: GatewayRefused, isCustomer: boolean) {
  return {
    ...(order.kind === "renewal" ? {} : { expires_at: new Date(clock.now().getTime() + EXTENSION_MS) }),
    ...(isCustomer ? { last_decline: { code, reason: "merchant_fault", retryable: true } } : {}),
  };
}
