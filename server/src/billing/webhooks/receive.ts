import { newId } from "#platform/ids";
import type { Billing } from "../records/billing.ts";
import type { Gateway, GatewayName, Hint } from "../records/gateway.ts";
import { insertHint } from "../records/webhooks/repository.ts";

/** Checks a webhook and keeps it. Throws where it is not the gateway's, or where it cannot be checked or kept now. */
export async function receiveWebhook(
  billing: Pick<Billing, "db" | "clock">,
  gateway: Gateway,
  raw: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  const hint = await gateway.verify(raw, headers, billing.clock.now());
  await keepHint(billing, gateway.name, hint, raw);
}

/** Keeps a hint for the worker, once; false where it is here already. What is none of ours is kept as ignored. */
export async function keepHint(
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
