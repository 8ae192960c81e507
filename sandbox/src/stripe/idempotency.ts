import type { Bank } from "./bank.ts";
import { DomainError, invalid } from "./refusal.ts";

/** What became of the first request with a key. */
export interface Kept {
  key: string;
  /** Milliseconds on the gateway's clock. */
  at: number;
  path: string;
  /** Its parameters, to be compared. */
  sent: string;
  status: number;
  body: string;
  /** The id of that first request. */
  request: string;
}

const lifetime = 24 * 3600 * 1000;

/** The idempotency keys of one account. */
export interface Idempotency {
  /** The answer to repeat, or undefined where the request is new. Throws what the API says of a key that is misused. */
  begin(key: string, path: string, sent: string): Kept | undefined;
  /** Keeps an answer under its key. */
  keep(kept: Omit<Kept, "at">): void;
  /** The request with this key is answered: its key is no longer in flight. */
  end(key: string): void;
  /** Forgets every key, as the API may after 24 hours. */
  prune(): number;
}

/** Opens the keys of an account. What is in flight ends with the process. */
export function openIdempotency(bank: Bank): Idempotency {
  const inFlight = new Set<string>();
  const { store, clock } = bank;
  return {
    begin(key, path, sent) {
      if (key.length > 255) {
        throw invalid("Idempotency keys can have up to 255 characters.", undefined, "Idempotency-Key");
      }
      if (inFlight.has(key)) {
        throw new DomainError(409, {
          type: "invalid_request_error",
          code: "idempotency_key_in_use",
          message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        });
      }
      const kept = store.get<Kept>("idempotency", key);
      const alive = kept && kept.at + lifetime > clock.now();
      if (alive && (kept.path !== path || kept.sent !== sent)) throw misuse(kept, path);
      if (!alive) inFlight.add(key);
      return alive ? kept : undefined;
    },
    keep: (kept) => store.put("idempotency", kept.key, { ...kept, at: clock.now() }),
    end: (key) => void inFlight.delete(key),
    prune() {
      const all = store.list<Kept>("idempotency");
      for (const { key } of all) store.remove("idempotency", key);
      return all.length;
    },
  };
}

function misuse({ key, path: first }: Kept, path: string): DomainError {
  const message =
    first === path
      ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
      : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${first}'). Try using a key other than '${key}' if you meant to execute a different request.`;
  return new DomainError(400, { type: "idempotency_error", message });
}
