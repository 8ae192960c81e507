import { basename } from "node:path";

/** A stranger's text for a terminal: what could steer it shows as a mark, line breaks stay where they may. */
export function plainText(text: string, { lines = false } = {}): string {
  const told = lines ? text.replace(/\r\n?/g, "\n") : text;
  // Controls, and the marks that turn the direction of writing around.
  return told.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu, (mark) =>
    lines && (mark === "\n" || mark === "\t") ? mark : "\ufffd",
  );
}

/** The last part of a path, for a sentence on one line: file names may hold anything, line breaks too. */
export function nameOf(path: string): string {
  return plainText(basename(path));
}
