import type { Billing } from "../records/billing.ts";
import { detachInstrument, listOrphanedInstruments } from "../records/erasure/repository.ts";
import { GatewayRefused } from "../records/gateway.ts";
import { reasonOf } from "../records/reason.ts";

const BATCH = 10;

/**
 * Deletes the instruments of erased accounts at their gateways. Returns how many there were. Throws if a
 * gateway is unreachable, so that the task backs off.
 */
export async function deleteInstruments(billing: Billing): Promise<number> {
  const orphans = await listOrphanedInstruments(billing.db, BATCH);
  for (const { id, gateway, token } of orphans) {
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
  return orphans.length;
}
