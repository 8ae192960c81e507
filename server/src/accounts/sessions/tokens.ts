import { createHash } from "node:crypto";
import { randomWord } from "#platform/ids";

const FORM = /^[A-Za-z0-9_-]{43}$/;
const UNSAVED_FORM = /^[0-9a-z]{26}\.[A-Za-z0-9_-]{43}$/;

/** A new secret of 256 bits, for a cookie, a header or a mail. */
export function newToken(): string {
  return randomWord(32);
}

/** What lies in the database in a token's place. No salt and no slow hash: nobody guesses 256 random bits. */
export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Whether it may be the secret of a guest without a row. */
export function isUnsavedForm(text: string): boolean {
  return UNSAVED_FORM.test(text);
}

/** False for what cannot be a token of ours, so that it need not be looked up. */
export function isToken(text: string): boolean {
  return FORM.test(text);
}
