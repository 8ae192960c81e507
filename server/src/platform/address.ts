import { domainToASCII } from "node:url";

/** Longest address in characters (R52). */
const MAX_LENGTH = 254;
const MAX_LOCAL_PART = 64;
// The local part as mail programs write it, without quotes, in any script (RFC 6531).
const name = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domain = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * Returns an email address as it is stored: trimmed and in lower case, at most 254 characters (R52). Returns null for
 * anything else, and for an address that could break out of a mail header.
 */
export function parseAddress(text: string): string | null {
  const address = text.trim().normalize("NFC").toLowerCase();
  if (address.length > MAX_LENGTH || !address.isWellFormed()) return null;
  const at = address.lastIndexOf("@");
  const [before, after] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || before.length > MAX_LOCAL_PART || !name.test(before)) return null;
  // Without this, spelling a domain in full-width letters would allow two accounts for one mailbox.
  const ascii = domainToASCII(after);
  const normalised = `${before}@${ascii}`;
  return domain.test(ascii) && normalised.length <= MAX_LENGTH ? normalised : null;
}
