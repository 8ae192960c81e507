import type { Billing } from "../records/billing.ts";
import type { Gateway } from "../records/gateway.ts";
import { claimSweep, deleteOldHints, updateWatermark } from "../records/webhooks/repository.ts";
import { keepHint } from "./receive.ts";

const hourMs = 3_600_000;
const betweenMs = hourMs;
/** Events may be listed later than newer ones, so each sweep overlaps the previous one. */
const overlapMs = hourMs;
/** When the claim of a sweep ends, so that another node can repeat it. */
const leaseMs = 10 * 60_000;
const afterFaultMs = 5 * 60_000;
const keptMs = 90 * 24 * hourMs;

/**
 * Lists each gateway's events once an hour, and stores those without a webhook (R48); returns how many. Only
 * a complete sweep moves the start of the next one.
 */
export async function sweepEvents(billing: Billing): Promise<number> {
  let found = 0;
  for (const gateway of billing.gateways.values()) found += await sweep(billing, gateway);
  return found;
}

async function sweep(billing: Billing, gateway: Gateway): Promise<number> {
  const { db, clock, log } = billing;
  const now = clock.now();
  const mark = await claimSweep(db, { gateway: gateway.name, now, until: after(now, leaseMs) });
  if (mark === null) return 0;
  try {
    let found = 0;
    for await (const hint of gateway.events(after(mark, -overlapMs))) {
      if (hint.subject.kind === "none") continue;
      if (await keepHint(billing, gateway.name, hint, null)) found += 1;
    }
    await deleteOldHints(db, after(now, -keptMs));
    await updateWatermark(db, gateway.name, { at: now, sweep_at: after(now, betweenMs) });
    if (found > 0) log.info({ gateway: gateway.name, found }, "Sweep found events without a webhook");
    return found;
  } catch (error) {
    await updateWatermark(db, gateway.name, { sweep_at: after(now, afterFaultMs) });
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
