import type { Billing } from "../records/billing.ts";
import { detachInstrument, listOrphanedInstruments } from "../records/erasure/repository.ts";
import { GatewayRefused } from "../records/gateway.ts";
import { reasonOf } from "../records/reason.ts";
import type { BillingTables } from "../records/tables.ts";

const BATCH = 10;

/**
 * Deletes removed instruments, and those of erased accounts, at their gateways. Returns how many there were. Throws if a
 * gateway is unreachable, so that the task backs off.
 */
export async function deleteInstruments(billing: Billing): Promise<number> {
  const orphans = await listOrphanedInstruments(billing.db, BATCH);
  for (const orphan of orphans) await deleteInstrument(billing, orphan);
  return orphans.length;
}

/** Deletes an instrument at its gateway, then marks it as deleted here. Repeating it changes nothing. */
export async function deleteInstrument(
  billing: Billing,
  { id, gateway, token }: Pick<BillingTables["instrument"], "id" | "gateway" | "token">,
): Promise<void> {
  try {
    await billing.gateways.get(gateway)?.forget(token);
  } catch (error) {
    // The gateway no longer knows it, which is the goal.
    if (!(error instanceof GatewayRefused)) throw error;
    billing.log.warn(
      { instrument: id, reason: reasonOf(error) },
      "Gateway refused to delete an instrument; removed here",
    );
  }
  await detachInstrument(billing.db, id);
}
