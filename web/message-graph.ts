import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "vite";

/** A message that a part of the app may show although no file it loads contains it. */
export interface MissingMessage {
  /** The module that a dynamic import, or the page itself, begins with. */
  part: string;
  /** The module that names the message. */
  module: string;
  key: string;
}

interface Part {
  target: string;
  groups: readonly string[];
}

interface Module {
  imports: string[];
  parts: Part[];
  /** String literals, and the fixed beginnings of template literals. */
  literals: string[];
  prefixes: string[];
}

type Node = { type: string; [name: string]: unknown };
type Messages = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Walks the static imports of the page's entry and of every dynamic import, and compares the message keys named there
 * with the message files that the part loads: `core`, and the groups given to `loadPart`, to `lazyOnOpen` or to a row
 * `{ load, words }`.
 * @param sources every module's text by its path, with `/` between folders
 * @param entry the module that the page begins with
 * @param messages the keys of each message file
 */
export function missingMessages(
  sources: ReadonlyMap<string, string>,
  entry: string,
  messages: Messages,
): MissingMessage[] {
  const modules = new Map([...sources].map(([path, text]) => [path, readModule(path, text)]));
  const parts: Part[] = [
    { target: entry, groups: [] },
    ...[...modules.values()].flatMap(({ parts }) => parts),
  ];
  return parts.flatMap(({ target, groups }) =>
    [...reach(target, modules)].flatMap((path) =>
      keysOf(modules.get(path), messages)
        .filter(({ files }) => !files.some((file) => file === "core" || groups.includes(file)))
        .map(({ key }) => ({ part: target, module: path, key })),
    ),
  );
}

/** Reads the app's own modules below a folder, without tests. */
export function readSources(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    files
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
      .map((file) => [file.replaceAll("\\", "/"), readFileSync(join(folder, file), "utf8")]),
  );
}

function reach(path: string, modules: ReadonlyMap<string, Module>, seen = new Set<string>()): Set<string> {
  const module = modules.get(path);
  if (!module || seen.has(path)) return seen;
  seen.add(path);
  for (const imported of module.imports) reach(imported, modules, seen);
  return seen;
}

function keysOf(module: Module | undefined, messages: Messages): { key: string; files: string[] }[] {
  if (!module) return [];
  const files = new Map<string, string[]>();
  for (const [file, keys] of messages)
    for (const key of keys) files.set(key, [...(files.get(key) ?? []), file]);
  const named = [...files.keys()].filter(
    (key) => module.literals.includes(key) || module.prefixes.some((prefix) => key.startsWith(prefix)),
  );
  return named.map((key) => ({ key, files: files.get(key) ?? [] }));
}

function readModule(path: string, text: string): Module {
  const module: Module = { imports: [], parts: [], literals: [], prefixes: [] };
  const { program } = parseSync(path, text);
  visit(program as unknown as Node, { path, module, groups: [] });
  return module;
}

interface Place {
  path: string;
  module: Module;
  /** The groups that the surrounding `loadPart` or row names. */
  groups: readonly string[];
}

function visit(node: Node, place: Place): void {
  const { path, module } = place;
  // A type is erased: it loads nothing and shows nothing.
  if (node.type.startsWith("TS") && !hasValue.has(node.type)) return;
  if (/^(?:Import|Export\w*)Declaration$/.test(node.type) && node["source"]) {
    if (loadsAtRunTime(node)) module.imports.push(resolve(path, literalOf(node["source"])));
    return;
  }
  if (node.type === "ImportExpression") {
    const target = resolve(path, literalOf(node["source"]));
    if (target) module.parts.push({ target, groups: place.groups });
    return;
  }
  if (node.type === "Literal" && typeof node["value"] === "string") module.literals.push(node["value"]);
  if (node.type === "TemplateLiteral") {
    const [first] = node["quasis"] as { value: { cooked: string } }[];
    if (first?.value.cooked.includes(".")) module.prefixes.push(first.value.cooked);
  }
  const groups = groupsNamedBy(node) ?? place.groups;
  for (const child of childrenOf(node)) visit(child, { ...place, groups });
}

// Syntax of TypeScript that still contains a value.
const hasValue = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSInstantiationExpression",
]);

function loadsAtRunTime(node: Node): boolean {
  if (node["importKind"] === "type" || node["exportKind"] === "type") return false;
  const specifiers = (node["specifiers"] ?? []) as Node[];
  return specifiers.length === 0 || specifiers.some((one) => one["importKind"] !== "type");
}

/** The groups of `loadPart(load, ["a"])`, `lazyOnOpen(load, "A", ["a"])` and `{ load, words: ["a"] }`. */
function groupsNamedBy(node: Node): string[] | null {
  if (node.type === "CallExpression" && loaders.has((node["callee"] as Node)["name"]))
    return stringsIn((node["arguments"] as Node[]).find(({ type }) => type === "ArrayExpression"));
  if (node.type !== "ObjectExpression") return null;
  const words = (node["properties"] as Node[]).find(
    (one) => (one["key"] as Node | undefined)?.["name"] === "words",
  );
  return words ? stringsIn(words["value"] as Node) : null;
}

const loaders = new Set<unknown>(["loadPart", "lazyOnOpen"]);

function stringsIn(node: Node | undefined): string[] {
  const elements = (node?.["elements"] ?? []) as Node[];
  return elements.map((one) => literalOf(one));
}

function literalOf(node: unknown): string {
  const value = (node as Node)["value"];
  return typeof value === "string" ? value : "";
}

function resolve(from: string, specifier: string): string {
  return specifier.startsWith(".") ? relative(".", join(dirname(from), specifier)).replaceAll("\\", "/") : "";
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((one): one is Node => typeof (one as Node | null)?.type === "string");
}
