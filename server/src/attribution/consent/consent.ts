import { type Consent, consentVersion, type Language } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import type { Origin } from "#platform/http/caller";
import { newId } from "#platform/ids";
import { takeToken } from "#platform/throttle";
import type { Attribution } from "../attribution.ts";
import { findConsent, insertConsent } from "./repository.ts";

/** More changes than a person makes; each one is stored as proof. */
const changes = { action: "consent", max: 30, seconds: 3600 };

/** Returns the visitor's latest consent. A visitor who was never asked allows nothing. */
export async function consentOf(db: Db, visitorId: string): Promise<Consent> {
  const row = await findConsent(db, visitorId);
  if (!row) return { ads: false, analytics: false, version: consentVersion, at: null };
  const { ads, analytics, version, at } = row;
  return { ads, analytics, version, at: at.toISOString() };
}

/** A visitor's choice and where it came from. */
export interface Choice {
  visitorId: string;
  choice: Pick<Consent, "ads" | "analytics" | "version">;
  language: Language;
  origin: Pick<Origin, "address">;
}

/** Stores a consent as proof. The same choice for the same version of the text adds nothing. */
export async function choose(
  { db, clock }: Attribution,
  { visitorId, choice, language, origin }: Choice,
): Promise<Consent> {
  const { ads, analytics, version } = choice;
  const now = await consentOf(db, visitorId);
  const same = now.ads === ads && now.analytics === analytics && now.version === version;
  if (now.at !== null && same) return now;
  await takeToken(db, clock, changes, visitorId);
  const at = clock.now();
  await insertConsent(db, {
    id: newId(at),
    visitor_id: visitorId,
    ads,
    analytics,
    version,
    at,
    network: networkOf(origin.address),
    language,
  });
  return consentOf(db, visitorId);
}

/**
 * Reduces an IP address to its network, which identifies region and provider but no household: /24 of IPv4, /48 of
 * IPv6.
 */
export function networkOf(address: string): string {
  const four = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address);
  if (four) return `${four[1]}.0/24`;
  const [, groups = ""] = /^([0-9a-f:]+)::\/64$/.exec(address) ?? [];
  return groups === "" ? "" : `${groups.split(":").slice(0, 3).join(":")}::/48`;
}
