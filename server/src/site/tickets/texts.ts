import { invalidField } from "#platform/http/errors";

/** Returns a text that is neither empty nor too long; refuses any other at its field. */
export function readText(field: string, value: string, maxLength: number): string {
  if (value === "") throw invalidField(field, "text_missing");
  if (Array.from(value).length > maxLength) throw invalidField(field, "text_too_long");
  return value;
}

/** Joins lines, because a subject goes into a mail header. */
export function writtenOneLine(text: string): string {
  return clean(text).replace(/\s+/g, " ").trim();
}

/** Returns a text with its lines. */
export function writtenLines(text: string): string {
  return clean(text.replace(/\r\n?/g, "\n")).trim();
}

/** Removes characters that the database rejects and no keyboard writes. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}]/gu, (mark) => (mark === "\n" || mark === "\t" ? mark : " "));
}
