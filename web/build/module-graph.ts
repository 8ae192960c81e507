import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "vite";

/** A module that loads later, with what `loadPart`, `lazyOnOpen` or a row of screens loads with it. */
interface Part {
  target: string;
  groups: readonly string[];
  styles: string | null;
}

/** What a module imports, and the text that it may name messages by. */
export interface Module {
  imports: string[];
  parts: Part[];
  /** String literals, and the fixed beginnings of template literals. */
  literals: string[];
  prefixes: string[];
}

/** A node of the syntax tree. */
export type Node = { type: string; [name: string]: unknown };

/** Reads the app's own modules below a folder, without tests. */
export function readSources(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    files
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
      .map((file) => [file.replaceAll("\\", "/"), readFileSync(join(folder, file), "utf8")]),
  );
}

/** Returns a module and everything that it imports before it can run. */
export function reach(
  path: string,
  modules: ReadonlyMap<string, Module>,
  seen = new Set<string>(),
): Set<string> {
  const module = modules.get(path);
  if (!module || seen.has(path)) return seen;
  seen.add(path);
  for (const imported of module.imports) reach(imported, modules, seen);
  return seen;
}

/** Reads a module of ours.
 * @param path with `/` between folders
 */
export function readModule(path: string, text: string): Module {
  const module: Module = { imports: [], parts: [], literals: [], prefixes: [] };
  const { program } = parseSync(path, text);
  visit(program as unknown as Node, { path, module, needs: nothing });
  return module;
}

interface Place {
  path: string;
  module: Module;
  /** What the surrounding `loadPart` or row loads in addition. */
  needs: Needs;
}

type Needs = Omit<Part, "target">;
const nothing: Needs = { groups: [], styles: null };

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
    if (target) module.parts.push({ target, ...place.needs });
    return;
  }
  if (node.type === "Literal" && typeof node["value"] === "string") module.literals.push(node["value"]);
  if (node.type === "TemplateLiteral") {
    const [first] = node["quasis"] as { value: { cooked: string } }[];
    if (first?.value.cooked.includes(".")) module.prefixes.push(first.value.cooked);
  }
  const needs = needsNamedBy(node) ?? place.needs;
  for (const child of childrenOf(node)) visit(child, { ...place, needs });
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

/** The needs of `loadPart(load, { messages, styles })`, `lazyOnOpen(load, { … })` and of a row `{ load, messages, styles }`. */
function needsNamedBy(node: Node): Needs | null {
  if (node.type === "CallExpression" && loaders.has((node["callee"] as Node)["name"])) {
    const given = (node["arguments"] as Node[]).find(({ type }) => type === "ObjectExpression");
    return given ? needsIn(given) : nothing;
  }
  return node.type === "ObjectExpression" && propertyOf(node, "messages") ? needsIn(node) : null;
}

const loaders = new Set<unknown>(["loadPart", "lazyOnOpen"]);

function needsIn(node: Node): Needs {
  const styles = propertyOf(node, "styles");
  return { groups: stringsIn(propertyOf(node, "messages")), styles: styles ? literalOf(styles) : null };
}

/** Returns the value of a property of an object literal. */
export function propertyOf(node: Node, name: string): Node | undefined {
  const property = (node["properties"] as Node[]).find(
    (one) => (one["key"] as Node | undefined)?.["name"] === name,
  );
  return property?.["value"] as Node | undefined;
}

/** Returns the string literals of an array literal. */
export function stringsIn(node: Node | undefined): string[] {
  const elements = (node?.["elements"] ?? []) as Node[];
  return elements.map((one) => literalOf(one));
}

/** Returns the text of a string literal, otherwise an empty one. */
export function literalOf(node: unknown): string {
  const value = (node as Node)["value"];
  return typeof value === "string" ? value : "";
}

/** Returns the path that a relative import leads to; empty for a package. */
export function resolve(from: string, specifier: string): string {
  return specifier.startsWith(".") ? relative(".", join(dirname(from), specifier)).replaceAll("\\", "/") : "";
}

/** Returns the nodes directly below a node. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((one): one is Node => typeof (one as Node | null)?.type === "string");
}
