import type { Billing } from "../records/billing.ts";
import { detachInstrument, listOrphanedInstruments } from "../records/erasure/repository.ts";
import { GatewayRefused } from "../records/gateway.ts";
import { reasonOf } from "../records/reason.ts";

const batch = 10;

/**
 * Has the gateways forget what erased accounts could be charged by. Returns how many there were; where a gateway is away, it
 * is thrown, so that the work waits before it tries again.
 */
export async function forgetInstruments(billing: Billing): Promise<number> {
  const orphans = await listOrphanedInstruments(billing.db, batch);
  for (const { id, gateway, token } of orphans) {
    try {
      await billing.gateways.get(gateway)?.forget(token);
    } catch (error) {
      // It knows nothing of it any more, which is all that is wanted.
      if (!(error instanceof GatewayRefused)) throw error;
      billing.log.warn(
        { instrument: id, reason: reasonOf(error) },
        "A gateway could not forget an instrument",
      );
    }
    await detachInstrument(billing.db, id);
  }
  return orphans.length;
}
