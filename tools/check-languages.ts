import { parseSync } from "oxc-parser";
import { appLanguages, languages } from "../contract/src/languages.ts";
import type { Findings, SourceFile } from "./project-rules.ts";
import { lineFinder, type Node, visit } from "./syntax.ts";

/** Files whose texts of several languages are no messages, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  "contract/src/languages.ts": "the name of each language, which is the same in all of them",
};

const checked = /^(?:(?:web|server|contract|sandbox)\/src|web\/build|tools)\/.*\.(?:tsx?|mjs)$/;
const test = /\.test\.tsx?$/;
const codes: ReadonlySet<string> = new Set([...languages, ...appLanguages]);
/** A language tag, such as `pt-BR` or `pt_BR`. */
const tag = /^[a-z]{2}(?:[-_][A-Z]{2})?$/;

/** Texts live in files of one language: no object, list or comparison in code holds texts of two languages. */
export function checkLanguages(
  files: readonly SourceFile[],
  known: Readonly<Record<string, string>> = exceptions,
): Findings {
  const found = files
    .filter(({ path }) => checked.test(path) && !test.test(path))
    .map((file) => ({ path: file.path, lines: linesWithTexts(file) }));
  const faults = found
    .filter(({ path }) => !(path in known))
    .flatMap(({ path, lines }) =>
      lines.map((line) => `${path}:${line}: texts of several languages; write them into the locales`),
    );
  const stale = Object.keys(known)
    .filter((path) => !found.some((file) => file.path === path && file.lines.length > 0))
    .map((path) => `tools/check-languages.ts: "${path}" holds no such texts; delete the exception`);
  return { faults: [...faults, ...stale], remarks: [] };
}

function linesWithTexts({ path, text }: SourceFile): number[] {
  const lineOf = lineFinder(text);
  const lines: number[] = [];
  visit(parseSync(path, text).program as unknown as Node, null, (node) => {
    if (languagesOf(node).size >= 2) lines.push(lineOf(node.start));
  });
  return lines;
}

/** The languages that a node has texts of: as keys of an object, first items of pairs, cases, or compared values. */
function languagesOf(node: Node): ReadonlySet<string> {
  const found = new Set<string>();
  const note = (key: unknown, values: readonly unknown[]) => {
    const code = keyOf(key);
    if (code !== undefined && codes.has(code) && values.some(holdsText)) found.add(code);
  };
  if (node.type === "ObjectExpression") {
    for (const property of node["properties"] as Node[]) note(property["key"], [property["value"]]);
  }
  if (node.type === "ArrayExpression") {
    for (const pair of node["elements"] as (Node | null)[]) {
      if (pair?.type !== "ArrayExpression") continue;
      const [key, ...values] = pair["elements"] as unknown[];
      note(key, values);
    }
  }
  if (node.type === "SwitchStatement") {
    for (const one of node["cases"] as Node[]) note(one["test"], one["consequent"] as unknown[]);
  }
  if (node.type === "ConditionalExpression") {
    const { left, right } = node["test"] as { left?: unknown; right?: unknown };
    for (const key of [left, right]) {
      note(key, [node["consequent"]]);
      // The other branch is the text of every other language.
      if (found.size > 0 && holdsText(node["alternate"])) found.add("others");
    }
  }
  return found;
}

function keyOf(node: unknown): string | undefined {
  const { type, name, value } = (node ?? {}) as { type?: string; name?: string; value?: unknown };
  if (type === "Identifier") return name;
  return type === "Literal" && typeof value === "string" ? value : undefined;
}

function holdsText(node: unknown): boolean {
  let found = false;
  if (node)
    visit(node as Node, null, (each) => {
      if (each.type === "Literal" && typeof each["value"] === "string") found ||= isText(each["value"]);
      if (each.type === "TemplateElement") found ||= isText((each["value"] as { raw: string }).raw);
      if (each.type === "JSXText") found ||= isText(each["value"] as string);
    });
  return found;
}

function isText(value: string): boolean {
  return /\p{L}/u.test(value) && !tag.test(value);
}
