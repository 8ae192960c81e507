import { describe, expect, it, test } from "vitest";
import { namesIn, readList, referenceLists } from "./reference-lists.ts";
import { checkLinks, checkReferences } from "./references.ts";

const [requirements, cases, threats] = referenceLists;
const lists = [
  { path: "docs/requirements.tsv", text: "R1\tPages\nR2\tGuests\n" },
  { path: "docs/payment-cases.tsv", text: "1\tDouble click\tOne charge\n2\tTwo tabs\tOne charge\n" },
  { path: "docs/threats.tsv", text: "T01\tBypass\tOne rule\n" },
];
const faultsOf = (path: string, text: string) => checkReferences([...lists, { path, text }]).faults;

describe("H22: a number that code, a test or a document names exists", () => {
  it.each([
    ["a test's title", "server/src/a.test.ts", 'test("case 3: two tabs", () => {});', "case 3"],
    ["a comment", "server/src/a.ts", "// Listed in manual review (case 3).", "case 3"],
    ["several cases", "server/src/a.ts", "/** As in cases 1, 2 and 3. */", "case 3"],
    ["a range of requirements", "web/src/a.tsx", "// R1–R3", "R3"],
    ["a threat", "e2e/a.spec.ts", 'test("T02: traversal")', "T02"],
    ["a decision", "docs/decisions/0001-a.md", "See case 9.", "case 9"],
  ])("in %s", (_where, path, text, name) => {
    expect(faultsOf(path, text)).toEqual([expect.stringMatching(`^${path}:1: ${name} is not in docs/`)]);
  });

  it("and a time, a branch of a switch or a part of a word is not a number", () => {
    const text = 'const at = "T12:00";\n  case 7:\n// RFC 9110, XR36, R2D2, AT02, case in point';
    expect(faultsOf("server/src/a.ts", text)).toEqual([]);
  });

  it("and a missing list is an error", () => {
    expect(checkReferences([]).faults).toHaveLength(3);
  });
});

test("names have the form that their list uses", () => {
  expect(namesIn(requirements, "R20–R22, R2 and R2 again")).toEqual(["R20", "R21", "R22", "R2"]);
  expect(namesIn(cases, "cases 15 and 27; case 32, R48; cases 1–3")).toEqual([
    "case 15",
    "case 27",
    "case 32",
    "case 1",
    "case 2",
    "case 3",
  ]);
  expect(namesIn(threats, "T05, T17")).toEqual(["T05", "T17"]);
  expect(readList(threats, "T01\tBypass\tOne rule\n")).toEqual([{ name: "T01", about: "Bypass" }]);
});

describe("H22: a relative link of a Markdown file", () => {
  const guide = { path: "docs/guide.md", text: "# The guide\n\n## Two `words`, and more\n\n## The guide\n" };
  const paths = ["docs/guide.md", "README.md", "server/src/app.ts"];
  const linking = (text: string) => checkLinks([guide, { path: "README.md", text }], paths).faults;

  it.each([
    "[a](docs/guide.md)",
    "[a](docs/guide.md#the-guide) and [b](docs/guide.md#the-guide-1)",
    "[a](docs/guide.md#two-words-and-more)",
    "[a](./server/src/) and [b](server/src/app.ts)",
    "[a](https://example.com/docs), [b](mailto:a@example.com) and [c](/refundPolicy)",
    "# Here\n[a](#here)",
    "```\n[a](nowhere.md)\n```\nand `[b](nowhere.md)`",
  ])("leads somewhere: %s", (text) => {
    expect(linking(text)).toEqual([]);
  });

  it.each([
    ["[a](docs/gone.md)", "leads nowhere"],
    ["![a](docs/gone.png)", "leads nowhere"],
    ["[a]: docs/gone.md", "leads nowhere"],
    ["[a](docs/guide.md#gone)", "a heading that does not exist"],
    ["[a](#gone)", "a heading that does not exist"],
  ])("leads nowhere: %s", (text, reason) => {
    expect(linking(text)).toEqual([expect.stringContaining(reason)]);
  });
});
