import type { GatewayAsk } from "../gateway/http.ts";
import { invalidRequest } from "./errors.ts";
import type { World } from "./state.ts";

const HOUR = 3_600_000;
/** How long PayPal remembers a PayPal-Request-Id, by the kind of request. */
export const retentionOf = { orders: 6 * HOUR, vault: 3 * HOUR, payments: 45 * 24 * HOUR };

/** A completed request, by the id that its sender gave it. */
interface Done {
  at: number;
  about: string;
}

/**
 * Runs something once per PayPal-Request-Id: a repeated request returns what the first one created, in its current
 * state, whatever its body says. A refused request left nothing and may be repeated.
 */
export function once<T>(
  world: World,
  ask: GatewayAsk,
  age: number,
  how: { work(): T; idOf(made: T): string; find(id: string): T },
): { made: T; replayed: boolean } {
  const requestId = requestIdOf(ask);
  if (requestId === undefined) return { made: how.work(), replayed: false };
  const key = `${ask.path} ${requestId}`;
  const known = world.store.get<Done>("request-id", key);
  if (known && world.clock.now() - known.at < age) return { made: how.find(known.about), replayed: true };
  const made = how.work();
  world.store.put("request-id", key, { at: world.clock.now(), about: how.idOf(made) } satisfies Done);
  return { made, replayed: false };
}

/** Returns the id that the sender gave the request. */
export function requestIdOf({ headers }: GatewayAsk): string | undefined {
  const value = headers["paypal-request-id"];
  if (value === undefined || value === "") return undefined;
  const requestId = String(value);
  if (requestId.length > 108)
    throw invalidRequest([
      { issue: "INVALID_STRING_LENGTH", field: "PayPal-Request-Id", value: requestId, location: "body" },
    ]);
  return requestId;
}

/** Forgets every id, as PayPal does in time. Returns how many there were. */
export function forgetRequestIds({ store }: World): number {
  const count = store.list("request-id").length;
  store.deleteAllButNewest("request-id", 0);
  return count;
}
