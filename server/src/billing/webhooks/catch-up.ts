import type { Billing } from "../records/billing.ts";
import { readCatchUp, resumeAfterRestore } from "../records/restored/repository.ts";

/**
 * Lets charges, refunds and emails run again after a restore, once every gateway's events since the snapshot are read and
 * settled. Where they cannot be, the state stays, and the manual review asks a person.
 */
export async function endCatchUp({ db, clock, log, gateways }: Billing): Promise<number> {
  const left = await readCatchUp(db, { configured: [...gateways.keys()], now: clock.now() });
  if (!left || left.tooOld || left.unread.length > 0 || left.waiting > 0 || left.failed > 0) return 0;
  if (await resumeAfterRestore(db))
    log.info({ snapshotAt: left.snapshotAt }, "Restore caught up with the gateways; charges run again");
  return 0;
}
