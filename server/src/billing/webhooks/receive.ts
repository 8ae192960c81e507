import { newId } from "#platform/ids";
import type { Billing } from "../records/billing.ts";
import type { Gateway, GatewayName, Hint } from "../records/gateway.ts";
import { insertHint } from "../records/webhooks/repository.ts";

/**
 * Verifies a webhook and stores its hint. Throws if it is not from the gateway, or cannot be verified or
 * stored now.
 */
export async function receiveWebhook(
  billing: Pick<Billing, "db" | "clock" | "meters">,
  gateway: Gateway,
  raw: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  const hint = await gateway.verify(raw, headers, billing.clock.now());
  const { name } = gateway;
  const isNew = await storeHint(billing, name, hint, raw);
  billing.meters.webhook({ gateway: name, type: hint.type, outcome: isNew ? "stored" : "duplicate" });
}

/**
 * Stores a hint for the worker, once; false if it is stored already. A hint that is not about our objects is
 * stored as ignored.
 */
export async function storeHint(
  { db, clock }: Pick<Billing, "db" | "clock">,
  gateway: GatewayName,
  { eventId, type, subject }: Hint,
  raw: Buffer | null,
): Promise<boolean> {
  const at = clock.now();
  const ours = subject.kind !== "none";
  return insertHint(db, {
    id: newId(at),
    gateway,
    event_id: eventId,
    type,
    subject,
    raw,
    state: ours ? "new" : "ignored",
    tries: 0,
    next_at: ours ? at : null,
    received_at: at,
  });
}
