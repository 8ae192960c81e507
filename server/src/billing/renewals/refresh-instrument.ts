import { inTransaction } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import type { Gateway } from "../records/gateway.ts";
import type { BillingTables } from "../records/tables.ts";
import { updateInstrument } from "../records/webhooks/repository.ts";
import { handleDeadInstrument, handleUpdatedInstrument } from "./instrument-changed.ts";

/** Updates a saved instrument to its state at the gateway: replaced, or no longer chargeable. */
export async function refreshSavedInstrument(
  billing: Billing,
  gateway: Gateway,
  instrument: BillingTables["instrument"],
): Promise<void> {
  // An instrument that was detached on request stays detached.
  if (instrument.status === "detached") return;
  const known = { gateway: gateway.name, token: instrument.token };
  const now = await gateway.fetchInstrument(instrument.token);
  await inTransaction(billing.db, async (trx) => {
    if (!now) return handleDeadInstrument(trx, billing, known);
    const { brand, last4, expMonth: exp_month, expYear: exp_year, email, fingerprint } = now;
    await updateInstrument(trx, instrument.id, { brand, last4, exp_month, exp_year, email, fingerprint });
    await handleUpdatedInstrument(trx, billing, known);
  });
}
