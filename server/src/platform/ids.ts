import { randomBytes, randomFillSync } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
/** Chance is drawn for many ids at once: asking the system for each costs more than all the rest of an answer's id. */
const chance = Buffer.alloc(4096);
const bytesPerId = 16;
let used = chance.length;

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
  if (used + bytesPerId > chance.length) {
    randomFillSync(chance);
    used = 0;
  }
  for (const end = used + bytesPerId; used < end; used++) tail += alphabet.charAt((chance[used] ?? 0) % 32);
  return head + tail;
}

/** Whether a text has the form of an id of `newId`. */
export function isId(text: string): boolean {
  return /^[0-9a-hjkmnp-tv-z]{26}$/.test(text);
}

/** When an id of `newId` was made. */
export function timeOfId(id: string): Date {
  let time = 0;
  for (const letter of id.slice(0, 10)) time = time * 32 + alphabet.indexOf(letter);
  return new Date(time);
}

/** A random word of `bytes` * 8 bits, base64url: secrets and anonymous viewers. */
export function randomWord(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}
