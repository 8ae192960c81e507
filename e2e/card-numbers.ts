import { cards } from "./checkout.ts";

/** Returns the usual spellings of a card number. */
function spellings(number: string): string[] {
  const groups = number.match(/\d{4}/g) ?? [];
  return [number, ...[" ", "-", "%20", "+", "\\u0020", " "].map((gap) => groups.join(gap))];
}

const written = Object.values(cards).flatMap(spellings);

/** Returns the test cards' numbers that a text contains, in any usual spelling. */
export function found(text: string): string[] {
  return written.filter((number) => text.includes(number));
}
