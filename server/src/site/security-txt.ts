import { languages } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { readSite } from "./public-config.ts";
import { listSiteSettings } from "./repository.ts";
import { contactOf } from "./setting-forms.ts";

const day = 86_400_000;
/** Within a year, as RFC 9116 advises; renewed each day, so that a running site never serves an expired one. */
const LIFE = 180 * day;

/** Returns the text of `/.well-known/security.txt` (RFC 9116); null while the operator has set no contact. */
export async function readSecurityTxt(
  { db, clock }: { db: Db; clock: Clock },
  publicOrigin: string | null,
): Promise<string | null> {
  const [{ securityContact }, site] = await Promise.all([listSiteSettings(db), readSite(db)]);
  const contact = contactOf(typeof securityContact === "string" ? securityContact : site.seller.email);
  if (contact === null) return null;
  const expires = new Date(Math.floor(clock.now().getTime() / day) * day + LIFE);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${languages.join(", ")}`,
    ...(publicOrigin === null ? [] : [`Canonical: ${publicOrigin}/.well-known/security.txt`]),
  ];
  return `${lines.join("\n")}\n`;
}
