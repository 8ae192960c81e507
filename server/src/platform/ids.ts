import { randomBytes } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * A new id: 26 characters, lower case, sortable by time: a ULID (48 bits of milliseconds, 80 random bits, Crockford's
 * base 32). Unguessable, so it may stand in addresses.
 */
export function newId(at: Date): string {
  let time = at.getTime();
  let head = "";
  for (let i = 0; i < 10; i++) {
    head = alphabet.charAt(time % 32) + head;
    time = Math.floor(time / 32);
  }
  let tail = "";
  for (const byte of randomBytes(16)) tail += alphabet.charAt(byte % 32);
  return head + tail;
}

/** A random word of `bytes` * 8 bits, base64url: secrets and anonymous viewers. */
export function randomWord(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}
