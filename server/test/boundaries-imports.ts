import { posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** A file of the project: its path relative to the project's folder, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** One import: its specifier, and whether it is loaded only when the line runs. */
export interface Import {
  specifier: string;
  lazy: boolean;
}

/** Several rules ask for the imports of the same files. */
const readBefore = new WeakMap<SourceFile, Import[]>();

/**
 * Returns the imports of a file, including `export … from`, `import()` and type imports. Throws when the file cannot be
 * parsed.
 */
export function readImports(file: SourceFile): Import[] {
  const known = readBefore.get(file) ?? parseImports(file);
  readBefore.set(file, known);
  return known;
}

function parseImports({ path, text }: SourceFile): Import[] {
  const { module, errors, program } = parseSync(path, text);
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`);
  const found: Import[] = [];
  const add = (specifier: string | undefined, lazy: boolean) => {
    if (specifier !== undefined) found.push({ specifier, lazy });
  };
  for (const { moduleRequest } of module.staticImports) add(moduleRequest.value, false);
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries) add(moduleRequest?.value, false);
  for (const { moduleRequest } of module.dynamicImports)
    add(literalOf(text.slice(moduleRequest.start, moduleRequest.end)), true);
  // The module record leaves out `typeof import("…")` and similar forms; read the tree only when there may be one.
  if ((text.match(/\bimport\s*\(/g)?.length ?? 0) > module.dynamicImports.length)
    new Visitor({ TSImportType: ({ source }) => add(source.value, false) }).visit(program);
  return found;
}

/** Returns the specifiers of {@link readImports}. */
export function importsOf(file: SourceFile): string[] {
  return readImports(file).map(({ specifier }) => specifier);
}

/** Returns the string literal of an `import()`; undefined for a computed path. */
function literalOf(expression: string): string | undefined {
  return expression.match(/^(["'`])([^"'`$]+)\1$/)?.[2];
}

/** Returns the path of a relative or internal import; undefined for a package. */
export function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return posix.normalize(posix.join(posix.dirname(path), specifier));
  if (!specifier.startsWith("#")) return undefined;
  const [name = "", ...inner] = specifier.slice(1).split("/");
  if (name === "test") return `server/test/${inner.join("/")}.ts`;
  return `server/src/${name}/${inner.length > 0 ? `${inner.join("/")}.ts` : "index.ts"}`;
}
