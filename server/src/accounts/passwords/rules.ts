import { invalid, invalidField } from "#platform/http/errors";
import { isCommonPassword } from "./common.ts";

const SHORTEST = 8;
const LONGEST = 128;
const MOST_BYTES = 1024;

/** What a new password is judged by. */
export interface NewPassword {
  password: string;
  repeat: string;
  /** The field's name in the call. */
  field: "password" | "newPassword";
}

/**
 * A password as it was typed, in the one form that is hashed: a letter with its accent is the same from every keyboard.
 * Refuses what no keyboard sends, and what is too long to be anybody's.
 */
export function readPassword(text: string, field: string): string {
  if (!text.isWellFormed() || text.includes("\0")) throw invalid([{ field, message: "Not a text" }]);
  const password = text.normalize("NFC");
  if (Buffer.byteLength(password) > MOST_BYTES || lengthOf(password) > LONGEST)
    throw invalidField(field, "password_too_long");
  return password;
}

/** A new password that may be one (R52): no rule of composition, only length, and none that everybody tries first. */
export function readNewPassword({ password: text, repeat, field }: NewPassword): string {
  const password = readPassword(text, field);
  if (lengthOf(password) < SHORTEST) throw invalidField(field, "password_too_short");
  if (repeat.normalize("NFC") !== password) throw invalidField("repeatPassword", "passwords_differ");
  return password;
}

/** Refuses the most common passwords, and the first that others would try for this person: `ownWords`. */
export async function refuseCommon(password: string, field: string, ownWords: string[]): Promise<void> {
  if (await isCommonPassword(password, ownWords)) throw invalidField(field, "password_too_common");
}

/** The words of a person that make no password. */
export function ownWordsOf(email: string, siteName: string): string[] {
  return [email, email.slice(0, email.lastIndexOf("@")), siteName, siteName.replaceAll(" ", "")];
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
