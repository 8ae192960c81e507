import { DomainError } from "#platform/http/errors";
import { chargeOrder } from "../charging/charge.ts";
import type { Billing } from "../records/billing.ts";
import { type SetupRow, updateSetup } from "../records/setups/repository.ts";
import { findInstrument } from "../records/subscriptions/repository.ts";
import { handleRenewalDecline } from "../renewals/failed.ts";

/** How often an unreachable gateway is tried; afterwards the days of dunning go on. */
const MAX_INSPECTIONS = 10;

/**
 * Charges an overdue renewal by its new method, once. The caller has claimed it: a process that is killed leaves it to
 * another one. The order is paid at most once, whoever charges it.
 */
export async function chargeAtOnce(billing: Billing, setup: SetupRow): Promise<void> {
  const { id, order_id: orderId, instrument_id: instrumentId } = setup;
  const instrument = instrumentId === null ? undefined : await findInstrument(billing.db, instrumentId);
  if (orderId !== null && instrument?.status === "active") {
    const { kind: method, token, customer } = instrument;
    try {
      const charge = { initiator: "merchant", method, token, customer, instrumentId: instrument.id } as const;
      const { result } = await chargeOrder(billing, orderId, charge);
      if (result === "declined") await handleRenewalDecline(billing, orderId);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.reason === "gateway_down" && setup.inspections < MAX_INSPECTIONS) return;
    }
  }
  await updateSetup(billing.db, id, { next_inspect_at: null });
}
