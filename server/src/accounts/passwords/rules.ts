import { invalid, invalidField } from "#platform/http/errors";
import { isCommonPassword } from "#platform/passwords/common";

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;
const MAX_BYTES = 1024;

/** The input of the rules for a new password. */
export interface NewPassword {
  password: string;
  repeat: string;
  /** The field's name in the call. */
  field: "password" | "newPassword";
}

/**
 * Normalises a typed password to the form that is hashed: a letter with its accent is the same from every keyboard.
 * Refuses characters that no keyboard sends, and passwords that are too long.
 */
export function readPassword(text: string, field: string): string {
  if (!text.isWellFormed() || text.includes("\0")) throw invalid([{ field, message: "Not a text" }]);
  const password = text.normalize("NFC");
  if (Buffer.byteLength(password) > MAX_BYTES || lengthOf(password) > MAX_LENGTH)
    throw invalidField(field, "password_too_long");
  return password;
}

/** Returns a new password that meets the rules (R52): no composition rule, only length, and not a common one. */
export function readNewPassword({ password: text, repeat, field }: NewPassword): string {
  const password = readPassword(text, field);
  if (lengthOf(password) < MIN_LENGTH) throw invalidField(field, "password_too_short");
  if (repeat.normalize("NFC") !== password) throw invalidField("repeatPassword", "passwords_differ");
  return password;
}

/** Refuses the most common passwords, and obvious guesses for this person: `ownWords`. */
export async function refuseCommon(password: string, field: string, personalTerms: string[]): Promise<void> {
  if (await isCommonPassword(password, personalTerms)) throw invalidField(field, "password_too_common");
}

/** Returns the words of a person that are not allowed as a password. */
export function personalTerms(email: string, siteName: string): string[] {
  return [email, email.slice(0, email.lastIndexOf("@")), siteName, siteName.replaceAll(" ", "")];
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
