import type { Bank } from "./bank.ts";
import { DomainError, invalid } from "./refusal.ts";

/** The outcome of the first request with a key. */
export interface StoredAnswer {
  key: string;
  /** Milliseconds on the gateway's clock. */
  at: number;
  path: string;
  /** Its parameters, for comparison. */
  sent: string;
  status: number;
  body: string;
  /** The id of that first request. */
  request: string;
}

const lifetime = 24 * 3600 * 1000;

/** The idempotency keys of one account. */
export interface Idempotency {
  /** Returns the answer to replay, or undefined for a new request. Throws the API's error for a misused key. */
  begin(key: string, path: string, sent: string): StoredAnswer | undefined;
  /** Stores an answer under its key. */
  save(stored: Omit<StoredAnswer, "at">): void;
  /** Marks the request of a key as answered: the key is no longer in flight. */
  end(key: string): void;
  /** Deletes every key, as the API may after 24 hours. */
  prune(): number;
}

/** Opens the keys of an account. Keys in flight are lost with the process. */
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
      const stored = store.get<StoredAnswer>("idempotency", key);
      const alive = stored && stored.at + lifetime > clock.now();
      if (alive && (stored.path !== path || stored.sent !== sent)) throw misuse(stored, path);
      if (!alive) inFlight.add(key);
      return alive ? stored : undefined;
    },
    save: (stored) => store.put("idempotency", stored.key, { ...stored, at: clock.now() }),
    end: (key) => void inFlight.delete(key),
    prune() {
      const all = store.list<StoredAnswer>("idempotency");
      for (const { key } of all) store.remove("idempotency", key);
      return all.length;
    },
  };
}

function misuse({ key, path: first }: StoredAnswer, path: string): DomainError {
  const message =
    first === path
      ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
      : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${first}'). Try using a key other than '${key}' if you meant to execute a different request.`;
  return new DomainError(400, { type: "idempotency_error", message });
}
