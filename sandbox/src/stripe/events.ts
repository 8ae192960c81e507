import type { Bank } from "./bank.ts";
import type { Tree } from "./form.ts";
import { listPage, listShape } from "./lists.ts";
import type { Params } from "./params.ts";
import { missing } from "./refusal.ts";
import type { StripeEvent } from "./types.ts";

/** The parameters of the list of events. */
export const eventListShape = {
  ...listShape,
  delivery_success: "boolean",
  type: "text",
  types: "texts",
} as const;

const stored = 30 * 86_400;

/** Lists the events of the last thirty days. */
export function listEvents(bank: Bank, params: Params<typeof eventListShape>, sent: Tree): object {
  const from = bank.clock.seconds() - stored;
  const { type, types, delivery_success: success } = params;
  const events = bank.store
    .list<StripeEvent>("event")
    .filter(({ created }) => created >= from)
    .filter((event) => (type === undefined ? true : wanted(type, event.type)))
    .filter((event) => types === undefined || types.some((one) => wanted(one, event.type)))
    .filter(({ id }) => success === undefined || hasArrived(bank, id) === success);
  const page = listPage(events, "/v1/events", sent) as { data: StripeEvent[] };
  return { ...page, data: page.data.map((event) => withPending(bank, event)) };
}

/** Returns one event. */
export function getEvent(bank: Bank, id: string): StripeEvent {
  const event = bank.store.get<StripeEvent>("event", id);
  if (!event || event.created < bank.clock.seconds() - stored) throw missing("event", id);
  return withPending(bank, event);
}

function wanted(pattern: string, type: string): boolean {
  return pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}

function hasArrived(bank: Bank, event: string): boolean {
  return bank.deliveries.of(event).every(({ state }) => state === "done");
}

function withPending(bank: Bank, event: StripeEvent): StripeEvent {
  const pending = bank.deliveries.of(event.id).filter(({ state }) => state === "waiting" || state === "held");
  return { ...event, pending_webhooks: pending.length };
}
