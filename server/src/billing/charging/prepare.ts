import { inTransaction } from "#platform/db/database";
import { explainedRefusal } from "#platform/http/errors";
import type { Billing } from "../records/billing.ts";
import type { Gateway, Snapshot } from "../records/gateway.ts";
import { lockOrder, type OrderRow } from "../records/orders/repository.ts";
import { nextInspection } from "../records/payments/inspection-schedule.ts";
import { insertPayment, liveOf, lockPayments, scheduleInspection } from "../records/payments/repository.ts";
import { movePayment } from "../records/transitions.ts";
import { settle } from "../settlement/settle.ts";
import { type Keep, keepColumns, newPayment } from "./begin.ts";
import { fetchRemote } from "./inspect-remote.ts";
import { ensureRemote } from "./remote.ts";
import { runWithoutCharge } from "./run-without-charge.ts";

const MAX_ROUNDS = 2;

/**
 * Creates the remote object that the customer approves at the gateway, before any charge; returns its current
 * state.
 */
export async function prepareRemote(
  billing: Billing,
  gateway: Gateway,
  order: OrderRow,
  keep: Keep | null = null,
): Promise<Snapshot> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const row = await inTransaction(billing.db, async (trx) => {
      const locked = await lockOrder(trx, order.id);
      const payments = await lockPayments(trx, order.id);
      if (locked?.state !== "pending" || liveOf(payments)) throw explainedRefusal("order_gone");
      const known = payments.find(
        ({ gateway: name, state, mit_key, remote_id }) =>
          name === gateway.name && state !== "cancelled" && (mit_key === null || remote_id !== null),
      );
      if (known?.keep_version === (keep?.version ?? null)) return known;
      // The gateway's object says whether the account is kept, and cannot be changed.
      if (known) await movePayment(trx, billing, known, { to: "cancelled", cause: "another try" });
      const charge = { initiator: "customer" } as const;
      const row = newPayment(locked, charge, billing.clock.now(), { gateway: gateway.name });
      return insertPayment(trx, { ...row, ...keepColumns(keep) });
    });
    const payment = await runWithoutCharge(billing, row, () =>
      ensureRemote(billing, gateway, { order, payment: row }),
    );
    const seen = await runWithoutCharge(billing, row, () => fetchRemote(billing, gateway, payment));
    if (seen === null) continue;
    await settle(billing, payment.id, seen, "order");
    // An inspection finds a customer who approves without returning, even if the webhook is lost.
    const at = nextInspection("open", 0, billing.clock.now());
    await scheduleInspection(billing.db, { ...payment, state: "open" }, at);
    if (seen.state !== "cancelled") return seen;
  }
  throw explainedRefusal("gateway_down");
}
