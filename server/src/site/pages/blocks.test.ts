import { expect, test } from "vitest";
import { blocksOf } from "./blocks.ts";
import type { PageValues } from "./values.ts";

const values: PageValues = {
  site: "*Salt* [x](javascript:1)",
  seller: "Crown",
  address: "",
  email: "a@b.example",
  origin: "",
};
const blocks = (markdown: string) => blocksOf(markdown, values);

test("R26: headings, paragraphs, lists, strong and links become blocks", () => {
  expect(
    blocks(
      "## Your **rights** {#rights}\n\nAsk [us](/contactUs), **by [mail](mailto:{{email}})**.\nSoon.\n\n1. one\n2. **two**\n",
    ),
  ).toEqual([
    {
      type: "heading",
      level: 2,
      id: "rights",
      text: [{ text: "Your " }, { text: "rights", strong: true }],
    },
    {
      type: "paragraph",
      text: [
        { text: "Ask " },
        { text: "us", href: "/contactUs" },
        { text: ", " },
        { text: "by ", strong: true },
        { text: "mail", strong: true, href: "mailto:a@b.example" },
        { text: ". Soon." },
      ],
    },
    { type: "list", ordered: true, items: [[{ text: "one" }], [{ text: "two", strong: true }]] },
  ]);
});

test("R26: a heading without an anchor gets a unique one from its text", () => {
  expect(blocks("## Où ça ?\n\n## Où ça ?\n\n### …\n").map((block) => "id" in block && block.id)).toEqual([
    "ou-ca",
    "ou-ca-2",
    "part",
  ]);
});

test("R26: HTML in a text is plain text, never markup", () => {
  expect(blocks('<script>alert(1)</script>\n\nA <b onclick="x">bold</b> word\n')).toEqual([
    { type: "paragraph", text: [{ text: "<script>alert(1)</script>" }] },
    { type: "paragraph", text: [{ text: 'A <b onclick="x">bold</b> word' }] },
  ]);
});

test("R26: a setting is never read as Markdown", () => {
  expect(blocks("Welcome to {{site}}.")).toEqual([
    { type: "paragraph", text: [{ text: "Welcome to *Salt* [x](javascript:1)." }] },
  ]);
});

test.each([
  ["[a](javascript:alert)", "leads neither"],
  ["[a](//evil.example)", "leads neither"],
  ["[a](/\\evil.example)", "leads neither"],
  ["[a](http://plain.example)", "leads neither"],
  ["[a](data:text/html,x)", "leads neither"],
  ["# Title again", "heading of level 1"],
  ["##### Deep", "heading of level 5"],
  ["![a](/b.png)", "is image"],
  ["`code`", "is codespan"],
  ["*slanted*", "is em"],
  ["> said", "is a blockquote"],
  ["| a | b |\n| - | - |\n| c | d |", "is a table"],
  ["```\ncode\n```", "is a code"],
  ["---", "is a hr"],
  ["- one\n  - deeper", "more than one line"],
  ["{{owner}}", "{{owner}} is no placeholder; there are site"],
  ["{{#owner}}x{{/owner}}", "{{owner}} is no placeholder"],
  ["{{#seller}}x", "{{#seller}} has no counterpart"],
  ["x{{/seller}}", "{{/seller}} has no counterpart"],
])("R26: unsupported Markdown is refused with a reason: %j", (markdown, words) => {
  expect(() => blocks(markdown)).toThrow(words);
});

test("R26: conditions follow the settings, and lines with an unset value are removed", () => {
  const text =
    "A{{#seller}} {{seller}}{{#address}}, {{address}}{{/address}}{{/seller}}{{^seller}} nobody{{/seller}}.\n\n- at {{address}}\n- by {{email}}\n";
  expect(blocks(text)).toEqual([
    { type: "paragraph", text: [{ text: "A Crown." }] },
    {
      type: "list",
      ordered: false,
      items: [[{ text: "by a@b.example" }]],
    },
  ]);
});
