import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./bootstrap/paths.mjs";
import { checkWords, readBannedWords, wordLists } from "./check-words.ts";

const banned = readFileSync(join(root, wordLists.banned), "utf8");
const words = readBannedWords(banned);
const header = "path\tword\treason\n";
const faultsOf = (files: Record<string, string>, allowed = header, list = banned) =>
  checkWords(
    Object.entries({ [wordLists.banned]: list, [wordLists.allowed]: allowed, ...files }).map(
      ([path, text]) => ({
        path,
        text,
      }),
    ),
  ).faults;
// Read from the list, so that this file uses no banned word itself.
const { word, replacement, reason } = words[0] ?? { word: "", replacement: "", reason: "" };

describe("H1: the list of banned words", () => {
  it("has at most 30 words, each with a replacement and a reason", () => {
    expect(words.length).toBeLessThanOrEqual(30);
    expect(new Set(words.map((row) => row.word)).size).toBe(words.length);
    expect(faultsOf({})).toEqual([]);
  });

  it("is refused with a word more, or with a row that lacks its reason", () => {
    const long = ["word", ...Array.from({ length: 31 }, (_, at) => `w${at}\tx\ty`)].join("\n");
    expect(faultsOf({}, header, long)).toEqual([expect.stringContaining("31 words, at most 30")]);
    expect(faultsOf({}, header, "word\nodd\tunusual")).toEqual([
      expect.stringContaining("needs a replacement and a reason"),
    ]);
  });

  it("is an error when it is missing", () => {
    expect(checkWords([]).faults).toHaveLength(2);
  });
});

it("H2: a banned word in a comment, a log, a help text and a Markdown file is four findings with reasons", () => {
  const found = faultsOf({
    "server/src/a.ts": `const a = 1;\n// Waits for the ${word}.\n`,
    "server/src/b.ts": `log.info({ id }, "${word} started");\n`,
    "server/src/c-command.ts": `const USAGE = \`npm run c   list every ${word}\`;\n`,
    "docs/d.md": `# D\n\nThe ${word}s are listed.\n`,
  });
  const said = `"${word}": write "${replacement}" (${reason})`;
  expect(found).toEqual([
    `server/src/a.ts:2: ${said}`,
    `server/src/b.ts:1: ${said}`,
    `server/src/c-command.ts:1: ${said}`,
    `docs/d.md:3: ${said}`,
  ]);
});

it.each(["oldName", "runOldNames", "OLD_NAME", "old-name.ts", "Old-names"])(
  "H2: a name is found: %s",
  (text) => {
    expect(faultsOf({ "a.ts": text }, header, "word\nold-name\tnew\twhy")).toHaveLength(1);
  },
);

it.each(["olden name", "old name", "boldName", "oldNamed", "öold-name"])(
  "H2: another word is not found: %s",
  (text) => {
    expect(faultsOf({ "a.ts": text }, header, "word\nold-name\tnew\twhy")).toEqual([]);
  },
);

describe("H2: a row of the allow-list", () => {
  const use = { "server/migrations/0001-a.ts": `// The ${word}.` };

  it("permits its word, or all, in its files", () => {
    expect(faultsOf(use, `${header}^server/migrations/0001-\t${word}\tapplied`)).toEqual([]);
    expect(faultsOf(use, `${header}^server/migrations/0001-\t*\tapplied`)).toEqual([]);
  });

  it("is an error when it matches nothing", () => {
    expect(faultsOf(use, `${header}^server/migrations/0002-\t*\tapplied`)).toEqual([
      expect.stringMatching(/^server\/migrations\/0001-a\.ts:1: /),
      expect.stringContaining('"^server/migrations/0002-" (*) matches nothing'),
    ]);
  });

  it("is an error without a reason", () => {
    expect(faultsOf(use, `${header}^server/\t*`)).toContainEqual(
      expect.stringContaining("needs a word and a reason"),
    );
  });
});
