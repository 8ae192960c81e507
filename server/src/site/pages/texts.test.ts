import {
  type Block,
  type Inline,
  type Language,
  languages,
  type PageName,
  pageNames,
} from "@cliffhanger/contract";
import { beforeAll, expect, test } from "vitest";
import { blocksOf } from "./blocks.ts";
import { defaultFolder, type PageTexts, parseText, readTexts, textKey } from "./texts.ts";
import type { PageValues } from "./values.ts";

const everything: PageValues = {
  site: "Salt & Crown",
  seller: "Crown Pictures Ltd",
  address: "1 Harbour Road, Lisbon",
  email: "hello@crown.example",
  origin: "https://crown.example",
};
const nothing: PageValues = { site: "Salt & Crown", seller: "", address: "", email: "", origin: "" };
const settings = [
  ["everything", everything],
  ["nothing", nothing],
] as const;

/** Paths that a text may link to, in addition to the pages themselves. */
const otherPaths = ["/individual", "/register", "/retrievePassword", "/withdraw"];

let texts: PageTexts;
beforeAll(async () => {
  texts = await readTexts(defaultFolder, (file, error) => expect.fail(`${file}: ${error.message}`));
});

const pages = pageNames.flatMap((name) => languages.map((language) => ({ name, language })));

function textOf(name: PageName, language: Language) {
  const text = texts.get(textKey(name, language));
  if (!text) throw new Error(`There is no ${name} in ${language}.`);
  return text;
}

function runsOf(block: Block): Inline[][] {
  return block.type === "list" ? block.items : [block.text];
}

function blockText(blocks: Block[]): string {
  return blocks
    .flatMap(runsOf)
    .map((runs) => runs.map((run) => run.text).join(""))
    .join("\n");
}

function headings(blocks: Block[]): { level: number; id: string }[] {
  return blocks.flatMap((block) => (block.type === "heading" ? [{ level: block.level, id: block.id }] : []));
}

test("R26: every page exists in every language, with its own title", () => {
  expect(texts.size).toBe(pageNames.length * languages.length);
  for (const language of languages) {
    const titles = pageNames.map((name) => textOf(name, language).title);
    expect(new Set(titles).size).toBe(pageNames.length);
  }
});

test.each(pageNames)(
  "R26: %s has the same structure in every language: one version, the same parts in the same order",
  (name) => {
    const original = textOf(name, "en");
    for (const language of languages) {
      const text = textOf(name, language);
      expect(text.version, language).toBe(original.version);
      expect(headings(blocksOf(text.markdown, everything)), language).toEqual(
        headings(blocksOf(original.markdown, everything)),
      );
      const shape = (markdown: string) =>
        blocksOf(markdown, everything).map((block) =>
          block.type === "list" ? block.items.length : block.type,
        );
      expect(shape(text.markdown), language).toEqual(shape(original.markdown));
    }
  },
);

test.each(pages)(
  "R26: $name in $language is complete, whatever the operator has set",
  ({ name, language }) => {
    const { markdown } = textOf(name, language);
    for (const [, values] of settings) {
      const blocks = blocksOf(markdown, values);
      for (const block of blocks) {
        for (const runs of runsOf(block))
          expect(
            runs
              .map((run) => run.text)
              .join("")
              .trim(),
          ).not.toBe("");
      }
      const words = blockText(blocks);
      expect(words).not.toMatch(/\{|\}|undefined|null| ,| \.|\(\)|\.\.(?!\.)/);
      expect(words.split(/\s+/).length).toBeGreaterThan(name === "contactUs" ? 40 : 500);
    }
  },
);

test.each(languages)(
  "R26: in %s the terms and the privacy policy name who is responsible for the site",
  (language) => {
    const pageTextOf = (name: PageName, values: PageValues) =>
      blockText(blocksOf(textOf(name, language).markdown, values));
    for (const name of ["serviceAgreement", "privacyPolicy"] as const) {
      expect(pageTextOf(name, everything)).toContain(`${everything.seller}, ${everything.address}`);
      expect(pageTextOf(name, nothing)).not.toContain("Crown Pictures");
    }
    expect(pageTextOf("serviceAgreement", everything)).toContain(everything.origin);
    for (const name of ["privacyPolicy", "contentPolicy", "refundPolicy"] as const)
      expect(pageTextOf(name, everything)).toContain(everything.email);
  },
);

test.each(pages)(
  "R26: every link of $name in $language leads to an existing target",
  ({ name, language }) => {
    const links = blocksOf(textOf(name, language).markdown, everything)
      .flatMap(runsOf)
      .flat()
      .flatMap((run) => run.href ?? []);
    for (const href of links) {
      if (href === `mailto:${everything.email}`) continue;
      const [path = "", anchor] = href.split("#");
      const page = pageNames.find((one) => `/${one}` === path);
      expect(page !== undefined || otherPaths.includes(path), href).toBe(true);
      if (!page || anchor === undefined) continue;
      const ids = headings(blocksOf(textOf(page, language).markdown, everything)).map(({ id }) => id);
      expect(ids, href).toContain(anchor);
    }
  },
);

test.each(languages)(
  "R26: the frequently asked questions in %s are fifteen or more, each with its answer",
  (language) => {
    const blocks = blocksOf(textOf("commonQuestions", language).markdown, nothing);
    const questions = blocks.filter((block) => block.type === "heading" && block.level === 3);
    expect(questions.length).toBeGreaterThanOrEqual(15);
    const answers = questions.map((question) => blocks[blocks.indexOf(question) + 1]?.type);
    expect(new Set(answers)).toEqual(new Set(["paragraph"]));
  },
);

test.each([
  ["# Just Markdown\n\nText", "does not begin with title and version"],
  ["---\nversion: 2026-11-20\n---\nText", "has no title"],
  ["---\ntitle: Terms\nversion: soon\n---\nText", 'has the version "soon"'],
  ["---\ntitle: Terms\nversion: 2026-13-01\n---\nText", 'has the version "2026-13-01"'],
])("R26: a file with an invalid header is refused with a reason (%#)", (text, words) => {
  expect(() => parseText(text)).toThrow(words);
});

test("R26: a title may contain a colon, and line endings may be those of Windows", () => {
  expect(
    parseText("\uFEFF---\r\ntitle: Terms: the long ones\r\nversion: 2026-01-02\r\n---\r\nText\r\n"),
  ).toEqual({
    title: "Terms: the long ones",
    version: "2026-01-02",
    markdown: "Text\r\n",
  });
});
