import type { Startup } from "@cliffhanger/contract";
import { readGrant, withGrant } from "./media-address.ts";

// Asked again this long before the end, and never more often than the pause allows, whatever the clocks say.
const early = 30_000;
const pause = 10_000;

/** Addresses of an episode's media and the moment until which they open. */
export interface Granted {
  hls: string;
  /** What came along with that address; null where it must be asked for. */
  startup: Startup | null;
  /** ISO 8601. */
  expiresAt: string;
}

/** Keeps the addresses of one episode's media open while it plays. */
export interface GrantKeeper {
  /** The address with a grant that opens it now; asks for a new one shortly before the old one ends. */
  fresh(url: string): Promise<string>;
  /**
   * Asks for a new grant after an address was refused, unless a newer one is at hand already.
   * False when there is none to be had, or when the newest itself was refused.
   */
  refused(url: string): Promise<boolean>;
}

/**
 * Keeps grants fresh by looking at each request as it goes out, so that a long pause costs nothing.
 * @param renew asks the server once more; rejects when the episode is no longer open
 */
export function createGrantKeeper(
  first: Granted,
  renew: () => Promise<Granted>,
  now: () => number = Date.now,
): GrantKeeper {
  let granted = first;
  let renewed = false;
  let asked = Number.NEGATIVE_INFINITY;
  let pending: Promise<boolean> | null = null;

  function ask(): Promise<boolean> {
    if (pending) return pending;
    if (now() - asked < pause) return Promise.resolve(renewed);
    asked = now();
    pending = renew()
      .then((next) => {
        granted = next;
        renewed = true;
        return true;
      })
      .catch(() => false)
      .finally(() => {
        pending = null;
      });
    return pending;
  }

  return {
    async fresh(url) {
      if (Date.parse(granted.expiresAt) - now() < early) await ask();
      return renewed ? withGrant(url, granted.hls) : url;
    },
    async refused(url) {
      const grant = readGrant(url)?.grant;
      if (renewed && grant !== readGrant(granted.hls)?.grant) return true;
      const before = granted;
      return (await ask()) && granted !== before;
    },
  };
}
