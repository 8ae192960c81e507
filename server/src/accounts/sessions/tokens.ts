import { createHash } from "node:crypto";
import { randomWord } from "#platform/ids";

const FORM = /^[A-Za-z0-9_-]{43}$/;
const UNSAVED_FORM = /^[0-9a-z]{26}\.[A-Za-z0-9_-]{43}$/;

/** Returns a new secret of 256 bits, for a cookie, a header or a mail. */
export function newToken(): string {
  return randomWord(32);
}

/** Returns what is stored instead of a token. No salt and no slow hash, because 256 random bits cannot be guessed. */
export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Returns whether a text has the form of a secret of a guest without a row. */
export function isUnsavedForm(text: string): boolean {
  return UNSAVED_FORM.test(text);
}

/** Returns false for a text that cannot be a token of ours, so that it need not be looked up. */
export function isToken(text: string): boolean {
  return FORM.test(text);
}
