import { basename } from "node:path";

/** Returns untrusted text for a terminal: control characters become a mark; line breaks stay when allowed. */
export function plainText(text: string, { lines = false } = {}): string {
  const shown = lines ? text.replace(/\r\n?/g, "\n") : text;
  // Control characters, and the marks that change the direction of writing.
  return shown.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu, (mark) =>
    lines && (mark === "\n" || mark === "\t") ? mark : "\ufffd",
  );
}

/** Returns the last part of a path for a one-line sentence: file names may contain anything, including line breaks. */
export function nameOf(path: string): string {
  return plainText(basename(path));
}
