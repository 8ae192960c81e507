import { verifiedNow } from "#platform/db/verified-clock";
import type { Billing } from "../records/billing.ts";
import type { Gateway } from "../records/gateway.ts";
import { findRestoredSnapshot } from "../records/restored/repository.ts";
import { claimSweep, deleteOldBodies, updateWatermark } from "../records/webhooks/repository.ts";
import { storeHint } from "./receive.ts";

const HOUR_MS = 3_600_000;
const INTERVAL_MS = HOUR_MS;
/** Events may be listed later than newer ones, so each sweep overlaps the previous one. */
const OVERLAP_MS = HOUR_MS;
/** When the claim of a sweep ends, so that another node can repeat it. */
const LEASE_MS = 10 * 60_000;
const RETRY_MS = 5 * 60_000;
/** How long the bodies of events are kept, which may name a customer. */
const BODY_RETENTION_MS = 90 * 24 * HOUR_MS;

/**
 * Lists each gateway's events once an hour, and stores those without a webhook (R48); returns how many. Only
 * a complete sweep moves the start of the next one. After a restore they are listed more often, until all are known.
 */
export async function sweepEvents(billing: Billing): Promise<number> {
  let found = 0;
  for (const gateway of billing.gateways.values()) found += await sweep(billing, gateway);
  return found;
}

async function sweep(billing: Billing, gateway: Gateway): Promise<number> {
  const { db, clock, log } = billing;
  const now = clock.now();
  const snapshot = await findRestoredSnapshot(db);
  const mark = await claimSweep(db, {
    gateway: gateway.name,
    now,
    until: after(now, LEASE_MS),
    since: snapshot ?? now,
  });
  if (mark === null) return 0;
  try {
    let found = 0;
    for await (const hint of gateway.events(after(mark, -OVERLAP_MS))) {
      if (hint.subject.kind === "none") continue;
      if (await storeHint(billing, gateway.name, hint, null)) found += 1;
    }
    await deleteOldBodies(db, after(await verifiedNow(db, clock), -BODY_RETENTION_MS));
    await updateWatermark(db, gateway.name, {
      at: now,
      sweep_at: after(now, snapshot === null ? INTERVAL_MS : RETRY_MS),
    });
    if (found > 0) log.info({ gateway: gateway.name, found }, "Sweep found events without a webhook");
    return found;
  } catch (error) {
    await updateWatermark(db, gateway.name, { sweep_at: after(now, RETRY_MS) });
    log.warn(
      { gateway: gateway.name, reason: error instanceof Error ? error.message : String(error) },
      "Event list could not be read; will retry in five minutes",
    );
    return 0;
  }
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
