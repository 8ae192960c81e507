import { randomBytes } from "node:crypto";

/** Returns an id for a row that a test writes itself, as the server makes them. */
export function newRowId(): string {
  return Array.from(randomBytes(26), (byte) => "0123456789abcdefghjkmnpqrstvwxyz"[byte % 32]).join("");
}
