import type { Startup } from "@cliffhanger/contract";
import { isSameFilm, readGrant, withGrant } from "./media-grant.ts";

// Renewed this long before the end, and never more often than the pause allows, whatever the clocks say.
const RENEW_BEFORE_MS = 30_000;
const MIN_PAUSE_MS = 10_000;

/** Addresses of an episode's media, and when their grant expires. */
export interface Granted {
  hls: string;
  /** The startup bundle that came with that address; null where its files must be requested. */
  startup: Startup | null;
  /** In ISO 8601. */
  expiresAt: string;
}

/** Renews the grants of one episode's media while it plays. */
export interface GrantRenewal {
  /** Returns the address with a valid grant; requests a new one shortly before the old one expires. */
  fresh(url: string): Promise<string>;
  /**
   * Requests a new grant after an address was refused, unless a newer one is known already. Returns false when none
   * can be obtained, when the newest itself was refused, or when it is for another film, which has replaced this one.
   */
  refused(url: string): Promise<boolean>;
  /** Returns the newest addresses. */
  latest(): Granted;
}

/**
 * Creates the renewal, which checks the grant at each request, so that a long pause costs nothing.
 * @param renew requests a new grant; rejects when the episode is no longer unlocked
 */
export function createGrantRenewal(
  first: Granted,
  renew: () => Promise<Granted>,
  now: () => number = Date.now,
): GrantRenewal {
  let granted = first;
  let renewed = false;
  let requestedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<boolean> | null = null;

  function requestGrant(): Promise<boolean> {
    if (pending) return pending;
    if (now() - requestedAt < MIN_PAUSE_MS) return Promise.resolve(renewed);
    requestedAt = now();
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
      if (Date.parse(granted.expiresAt) - now() < RENEW_BEFORE_MS) await requestGrant();
      return renewed ? withGrant(url, granted.hls) : url;
    },
    async refused(url) {
      const grant = readGrant(url)?.grant;
      if (renewed && grant !== readGrant(granted.hls)?.grant) return isSameFilm(url, granted.hls);
      const before = granted;
      return (await requestGrant()) && granted !== before && isSameFilm(url, granted.hls);
    },
    latest: () => granted,
  };
}
