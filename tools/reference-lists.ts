/** A numbered row that code and tests refer to: requirement `R1`, payment case `case 1` or threat `T01`. */
export interface Reference {
  name: string;
  about: string;
}

/** The three lists: their files, the form of their names and the pattern of a mention. */
export const referenceLists = [
  {
    kind: "requirements",
    file: "docs/requirements.tsv",
    nameOf: (number: number) => `R${number}`,
    pattern: /\bR(\d{1,3})(?:\s*(–|—|-|to)\s*R(\d{1,3}))?\b/g,
  },
  {
    kind: "payment cases",
    file: "docs/payment-cases.tsv",
    nameOf: (number: number) => `case ${number}`,
    pattern: /\bcases? (\d{1,3})\b(?:(–|-| to )(\d{1,3})\b)?/g,
  },
  {
    kind: "threats",
    file: "docs/threats.tsv",
    nameOf: (number: number) => `T${String(number).padStart(2, "0")}`,
    // Excludes times of day, such as T12:00, and T00, the prefix of PayPal's codes for sales.
    pattern: /\bT(?!00)(\d{2})\b(?!:\d)(?:\s*(–|—|-|to)\s*T(\d{2})\b(?!:\d))?/g,
  },
] as const;

/** One of the three lists. */
export type ReferenceList = (typeof referenceLists)[number];

/** Reads the rows of a list. The number may follow a letter. */
export function readList(list: ReferenceList, text: string): Reference[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [name = "", about = ""] = line.split("\t");
      return { name: list.nameOf(Number(name.replace(/^[A-Z]/, ""))), about };
    });
}

/** Returns the names of a list that a text mentions, each once. `R1–R3` and `cases 1, 2 and 3` are three names each. */
export function namesIn({ pattern, nameOf }: ReferenceList, text: string): string[] {
  const spelled = text.replace(
    /\bcases (\d+)((?:(?:,| and|, and) \d+)+)/g,
    (_all, first: string, more: string) =>
      [first, ...(more.match(/\d+/g) ?? [])].map((number) => `case ${number}`).join(", "),
  );
  const found = [...spelled.matchAll(pattern)].flatMap(([, first, , last = first]) => {
    const [from, to] = [Number(first), Number(last)];
    return Array.from({ length: Math.max(0, to - from) + 1 }, (_, step) => nameOf(from + step));
  });
  return [...new Set(found)];
}
