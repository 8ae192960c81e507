import { randomBytes, randomFillSync } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
/** Random bytes for many ids: asking the system for each id costs more than the rest of an answer's id. */
const randomBytesPool = Buffer.alloc(4096);
const bytesPerId = 16;
let used = randomBytesPool.length;

/**
 * Returns a new id: 26 lower-case characters, sortable by time: a ULID (48 bits of milliseconds, 80 random bits,
 * Crockford's base 32). It is unguessable, so it may appear in addresses.
 */
export function newId(at: Date): string {
  let time = at.getTime();
  let head = "";
  for (let i = 0; i < 10; i++) {
    head = alphabet.charAt(time % 32) + head;
    time = Math.floor(time / 32);
  }
  let tail = "";
  if (used + bytesPerId > randomBytesPool.length) {
    randomFillSync(randomBytesPool);
    used = 0;
  }
  for (const end = used + bytesPerId; used < end; used++)
    tail += alphabet.charAt((randomBytesPool[used] ?? 0) % 32);
  return head + tail;
}

/** Returns whether a text has the form of an id of `newId`. */
export function isId(text: string): boolean {
  return /^[0-9a-hjkmnp-tv-z]{26}$/.test(text);
}

/** Returns when an id of `newId` was created. */
export function timeOfId(id: string): Date {
  let time = 0;
  for (const character of id.slice(0, 10)) time = time * 32 + alphabet.indexOf(character);
  return new Date(time);
}

/** Returns a random text of `bytes` * 8 bits in base64url: for secrets and anonymous viewers. */
export function randomWord(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}

/** Returns a random text of `bytes` * 2 hexadecimal digits, for names that allow no capital letters. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}
