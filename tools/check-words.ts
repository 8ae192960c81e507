import type { Findings, SourceFile } from "./project-rules.ts";

/** Paths of the two lists: the banned words, and the files in which they may stay. */
export const wordLists = { banned: "docs/banned-words.tsv", allowed: "docs/banned-words-allow.tsv" } as const;

/** More words would make the check a style guide; those are for review. */
const MAX_WORDS = 30;

interface BannedWord {
  word: string;
  replacement: string;
  reason: string;
}

interface AllowedUse {
  path: RegExp;
  /** The word that may stay, or `*` for all. */
  word: string;
  row: string;
  used: boolean;
}

/**
 * Finds the banned words in every text file: comments, names, messages, help and Markdown alike. It reads plain text, whole
 * words in any case. A capital inside a name starts a word, and a hyphen also matches an underscore, so `old-name` finds
 * `oldName` and `OLD_NAME`.
 */
export function checkWords(files: readonly SourceFile[]): Findings {
  const textOf = (path: string) => files.find((file) => file.path === path)?.text;
  const missing = Object.values(wordLists).filter((path) => textOf(path) === undefined);
  if (missing.length > 0) return { faults: missing.map((path) => `${path} is missing`), remarks: [] };

  const banned = readBannedWords(textOf(wordLists.banned) ?? "");
  const allowed = readAllowedUses(textOf(wordLists.allowed) ?? "");
  const faults = files
    .filter(({ path }) => !Object.values<string>(wordLists).includes(path))
    .flatMap((file) => findWords(file, banned, allowed));
  const unused = allowed
    .filter(({ used }) => !used)
    .map(({ row, word }) => `${wordLists.allowed}: "${row}" (${word}) matches nothing; delete the row`);
  return { faults: [...faultsOfLists(banned, allowed), ...faults, ...unused], remarks: [] };
}

/** Reads the rows of `docs/banned-words.tsv`. */
export function readBannedWords(text: string): BannedWord[] {
  return rowsOf(text).map(([word = "", replacement = "", reason = ""]) => ({ word, replacement, reason }));
}

function readAllowedUses(text: string): AllowedUse[] {
  return rowsOf(text).map(([path = "", word = "", reason = ""]) => ({
    path: new RegExp(path),
    word: reason === "" ? "" : word,
    row: path,
    used: false,
  }));
}

/** Returns the cells of each row below the header. */
function rowsOf(text: string): string[][] {
  const [, ...lines] = text.trimEnd().split("\n");
  return lines.map((line) => line.split("\t"));
}

function faultsOfLists(banned: readonly BannedWord[], allowed: readonly AllowedUse[]): string[] {
  return [
    ...(banned.length > MAX_WORDS
      ? [`${wordLists.banned}: ${banned.length} words, at most ${MAX_WORDS}; leave the rest to review`]
      : []),
    ...banned
      .filter(({ word, replacement, reason }) => !word || !replacement || !reason)
      .map(({ word }) => `${wordLists.banned}: "${word}" needs a replacement and a reason`),
    ...allowed
      .filter(({ word }) => word === "")
      .map(({ row }) => `${wordLists.allowed}: "${row}" needs a word and a reason`),
  ];
}

function findWords(
  file: SourceFile,
  banned: readonly BannedWord[],
  allowed: readonly AllowedUse[],
): string[] {
  const text = file.text.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-");
  return banned.flatMap(({ word, replacement, reason }) =>
    [...text.matchAll(patternOf(word))].flatMap(({ index }) => {
      const allowances = allowed.filter((use) => use.path.test(file.path) && ["*", word].includes(use.word));
      for (const use of allowances) use.used = true;
      if (allowances.length > 0) return [];
      const line = text.slice(0, index).split("\n").length;
      return [`${file.path}:${line}: "${word}": write "${replacement}" (${reason})`];
    }),
  );
}

/** Returns the pattern of a word and its plural. */
function patternOf(word: string): RegExp {
  const pattern = word.replaceAll("-", "[\\-_]").replaceAll(" ", "\\s+");
  return new RegExp(`(?<!\\p{L})${pattern}s?(?!\\p{L})`, "giu");
}
