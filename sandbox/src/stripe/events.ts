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
  return listPage<StripeEvent>(
    bank.store,
    {
      kind: "event",
      keep: (event) =>
        event.created >= from &&
        (type === undefined || wanted(type, event.type)) &&
        (types === undefined || types.some((one) => wanted(one, event.type))) &&
        (success === undefined || hasArrived(bank, event.id) === success),
      show: (event) => withPending(bank, event),
    },
    "/v1/events",
    sent,
  );
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
