import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { childrenOf, literalOf, type Node, propertyOf, resolve, stringsIn } from "./module-graph.ts";

/** The part of a screen's row that the build uses; sources are paths from `web/src`. */
export interface ScreenRow {
  name: string;
  /** The screen, its guard and its other chunks. */
  sources: string[];
  /** The chunks that `also` names. */
  also: string[];
  boot: string[];
  styles: string;
}

const table = "app/screens.ts";

/** Reads the table of screens from its text: the build cannot run it, because its rows import what is to be built. */
export function readScreenTable(src: string): ScreenRow[] {
  const { program } = parseSync(table, readFileSync(join(src, table), "utf8"));
  const call = find(program as unknown as Node, isTable);
  const [rows, guards] = ((call?.["arguments"] ?? []) as Node[]).map(objectIn);
  if (!rows || !guards) throw new Error(`${table}: no call of defineScreens with two object literals.`);
  return (rows["properties"] as Node[]).map((property) => {
    const row = property["value"] as Node;
    const { name } = property["key"] as { name: string };
    const part = (key: string) => propertyOf(row, key);
    const guard = propertyOf(guards, literalOf(part("access")));
    const also = importsIn(part("also"));
    return {
      name,
      sources: [...importsIn(part("load")), ...importsIn(guard), ...also],
      also,
      boot: stringsIn(part("boot")),
      styles: literalOf(part("styles")),
    };
  });
}

function isTable(node: Node): boolean {
  return node.type === "CallExpression" && (node["callee"] as Node)["name"] === "defineScreens";
}

/** The object literal itself, without `satisfies` or `as`. */
function objectIn(node: Node): Node {
  return node.type === "ObjectExpression" ? node : (node["expression"] as Node);
}

function find(node: Node, matches: (node: Node) => boolean): Node | undefined {
  if (matches(node)) return node;
  for (const child of childrenOf(node)) {
    const found = find(child, matches);
    if (found) return found;
  }
  return undefined;
}

function importsIn(node: Node | undefined): string[] {
  if (!node) return [];
  const own = node.type === "ImportExpression" ? [resolve(table, literalOf(node["source"]))] : [];
  return [...own, ...childrenOf(node).flatMap(importsIn)];
}
