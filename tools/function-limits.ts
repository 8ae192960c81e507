import { parseSync } from "oxc-parser";
import exceptionList from "./function-limits.json" with { type: "json" };
import type { Findings, SourceFile } from "./project-rules.ts";
import { lineFinder, type Node, visit } from "./syntax.ts";

/** The limits of a function. */
const limits = { lines: 100, params: 4, props: 12 };

type Limit = keyof typeof limits;

/** A function and its sizes. `name` is the function's, or that of the variable or property that holds it. */
type Measured = Record<Limit, number> & { path: string; name: string; line: number };

/**
 * Functions that may exceed a limit. `roots` only assemble parts, so their length says little. `known` are older than the rule;
 * a row is removed when its function is within the limit.
 */
interface Exceptions {
  roots: Readonly<Record<string, string>>;
  known: readonly string[];
}

const checked = /^(?:web|server)\/src\/.*\.tsx?$/;
const test = /\.test\.tsx?$/;

/** Checks the length and parameters of functions in web and server, and the props of components. */
export function checkFunctionLimits(
  files: readonly SourceFile[],
  { roots, known }: Exceptions = exceptionList,
): Findings {
  const used = new Set<string>();
  const faults = files
    .filter(({ path }) => checked.test(path) && !test.test(path))
    .flatMap(measureFunctions)
    .flatMap((one) =>
      (Object.keys(limits) as Limit[]).flatMap((limit) => {
        if (one[limit] <= limits[limit]) return [];
        const [area = ""] = one.path.split("/");
        const row = `${area} ${one.name} ${limit}`;
        if (known.includes(row) || (limit === "lines" && `${area} ${one.name}` in roots)) {
          used.add(known.includes(row) ? row : `${area} ${one.name}`);
          return [];
        }
        return [`${one.path}:${one.line}: ${one.name} has ${one[limit]} ${limit}, at most ${limits[limit]}`];
      }),
    );
  const stale = [...known, ...Object.keys(roots)]
    .filter((row) => !used.has(row))
    .map((row) => `tools/function-limits.json: "${row}" is within the limit or gone; delete the row`);
  return { faults: [...faults, ...stale], remarks: [] };
}

const functionTypes = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** Measures every function of a file. Blank lines and lines of comments do not count. */
export function measureFunctions({ path, text }: SourceFile): Measured[] {
  const { program, comments } = parseSync(path, text);
  const isCode = codeLines(text, comments);
  const lineOf = lineFinder(text);
  const members = new Map<string, number>();
  const found: Measured[] = [];
  visit(program as unknown as Node, null, (node) => {
    if (node.type === "TSInterfaceDeclaration") members.set(nameOf(node), membersOf(node["body"] as Node));
    if (node.type === "TSTypeAliasDeclaration" && (node["typeAnnotation"] as Node).type === "TSTypeLiteral")
      members.set(nameOf(node), membersOf(node["typeAnnotation"] as Node));
  });
  visit(program as unknown as Node, null, (node, parent) => {
    // An overload, or a method of a type, has no body.
    if (!functionTypes.has(node.type) || !node["body"]) return;
    const name = nameOf(node) || nameOf(parent) || "(anonymous)";
    const [first, last] = [lineOf(node.start), lineOf(node.end)];
    const params = node["params"] as Node[];
    found.push({
      path,
      name,
      line: first,
      lines: isCode.slice(first - 1, last).filter(Boolean).length,
      params: params.length,
      props: /^[A-Z]/.test(name) && path.endsWith(".tsx") ? propsOf(params[0], members) : 0,
    });
  });
  return found;
}

function nameOf(node: Node | null): string {
  const id = (node?.["id"] ?? node?.["key"]) as { name?: string } | null | undefined;
  return id?.name ?? "";
}

function membersOf(node: Node): number {
  return ((node["body"] ?? node["members"]) as unknown[]).length;
}

// The members of every type of the file that the parameter's type names, so also within Omit<…> and an intersection.
function propsOf(param: Node | undefined, members: ReadonlyMap<string, number>): number {
  const annotation = param?.["typeAnnotation"] as Node | undefined;
  if (!annotation) return 0;
  let count = 0;
  visit(annotation, null, (node) => {
    if (node.type === "TSTypeLiteral") count += membersOf(node);
    if (node.type === "TSTypeReference")
      count += members.get((node["typeName"] as { name?: string }).name ?? "") ?? 0;
  });
  return count;
}

function codeLines(text: string, comments: readonly { start: number; end: number }[]): boolean[] {
  const characters = [...Array(text.length).keys()].map((at) => text[at] ?? "");
  for (const { start, end } of comments)
    for (let at = start; at < end; at += 1) if (characters[at] !== "\n") characters[at] = " ";
  return characters
    .join("")
    .split("\n")
    .map((line) => line.trim() !== "" && line.trim() !== "{}");
}
