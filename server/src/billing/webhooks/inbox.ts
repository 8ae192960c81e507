import type { Billing } from "../records/billing.ts";
import { claimHints, findHint, type HintRow, updateHint } from "../records/webhooks/repository.ts";
import { handleHint } from "./handle-hint.ts";

const BATCH = 5;
/** Longer than a fetch from a gateway takes: afterwards another node handles the hints of a crashed one. */
const LEASE_MS = 2 * 60_000;
/** Delays double from five seconds up to an hour; after the last try comes manual review. */
const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 3_600_000;
const MAX_TRIES = 12;

/** Handles due webhook events; returns how many were due. */
export async function handleInbox(billing: Billing): Promise<number> {
  const now = billing.clock.now();
  const rows = await claimHints(billing.db, { now, until: after(now, LEASE_MS), limit: BATCH });
  await Promise.all(rows.map((row) => handle(billing, row)));
  return rows.length;
}

async function handle(billing: Billing, row: HintRow): Promise<void> {
  const { db, clock, log, meters } = billing;
  const count = (outcome: "done" | "ignored" | "later" | "failed") =>
    meters.webhook({ gateway: row.gateway, type: row.type, outcome });
  const outcome = await handleHint(billing, row).catch((error: unknown) => error);
  if (outcome === "done" || outcome === "ignored") {
    await updateHint(db, row.id, { state: outcome, next_at: null });
    count(outcome);
    return meters.webhookLag({}, Math.max(0, (clock.now().getTime() - row.received_at.getTime()) / 1000));
  }
  const about = { gateway: row.gateway, event: row.event_id, type: row.type, tries: row.tries };
  const why =
    outcome === "later" || outcome === "lost" ? "no payment of ours has this object" : messageOf(outcome);
  if (row.tries >= MAX_TRIES || outcome === "lost") {
    log.error({ ...about, reason: why }, "Webhook event could not be handled; added to manual review");
    count("failed");
    return updateHint(db, row.id, { state: "failed", next_at: null });
  }
  count("later");
  log.debug({ ...about, reason: why }, "Webhook event postponed; will retry");
  const wait = Math.min(FIRST_DELAY_MS * 2 ** (row.tries - 1), MAX_DELAY_MS);
  await updateHint(db, row.id, { state: "new", next_at: after(clock.now(), wait) });
}

/** Handles a webhook event again that was given up; throws when it still cannot be handled. */
export async function fetchHintAgain(billing: Billing, id: string): Promise<void> {
  const row = await findHint(billing.db, id);
  if (row?.state !== "failed") return;
  const outcome = await handleHint(billing, row);
  if (outcome === "later" || outcome === "lost") throw new Error("no payment of ours has this object");
  await updateHint(billing.db, id, { state: outcome, next_at: null });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
