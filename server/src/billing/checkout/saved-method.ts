import type { OrderKind, SavedMethod } from "@cliffhanger/contract";
import { explainedRefusal, notFound } from "#platform/http/errors";
import { mayPayInOneTap } from "../charging/one-tap.ts";
import { type Billing, gatewayOf } from "../records/billing.ts";
import { listSaved } from "../records/instruments/repository.ts";
import type { InstrumentRow } from "../records/subscriptions/repository.ts";
import { listMethods } from "../subscriptions/list-methods.ts";

/**
 * Returns a saved method of a customer that can pay for an order of a kind. Throws 404 if it is not theirs, was removed, or
 * can no longer be charged, and a refusal if it cannot pay for this.
 */
export async function findSavedMethod(
  billing: Billing,
  visitorId: string,
  { instrumentId, kind }: { instrumentId: string; kind: OrderKind },
): Promise<InstrumentRow> {
  const found = (await listSaved(billing.db, visitorId)).find(({ id }) => id === instrumentId);
  if (!found) throw notFound();
  if (!paysFor(found, kind) || !isOffered(billing, found.kind)) throw explainedRefusal("method_unavailable");
  return found;
}

/**
 * Returns whether a saved method pays for an order of a kind. A card's bank is asked for later charges with the payment, and
 * PayPal has to agree to them by itself: an account that was kept for unlocks would renew no membership.
 */
function paysFor({ kind: type, usage }: InstrumentRow, kind: OrderKind): boolean {
  if (kind === "unlock") return true;
  if (kind === "subscribe") return type === "card";
  return kind === "change" && (type === "card" || usage === "off_session");
}

/** Returns what a customer may pay by in one tap now, the default first; beyond the limits nothing. */
export async function listOffered(billing: Billing, visitorId: string): Promise<SavedMethod[]> {
  const methods = (await listMethods(billing.db, visitorId)).filter(({ type }) => isOffered(billing, type));
  if (methods.length === 0) return methods;
  return (await mayPayInOneTap(billing.db, visitorId, billing.clock.now())) ? methods : [];
}

/** Returns whether the gateway charges a saved method while its owner is present: PayPal only in a single step. */
function isOffered(billing: Billing, kind: InstrumentRow["kind"]): boolean {
  const gateway = gatewayOf(billing, kind);
  return gateway !== undefined && (kind === "card" || gateway.saved !== null);
}
