import { type Document, isMap, isNode, isScalar, isSeq, type LineCounter } from "yaml";

/** The parts of a schema issue that the sentence needs. */
interface Issue {
  code?: string | undefined;
  path: PropertyKey[];
  message: string;
  keys?: string[];
  errors?: Issue[][];
  issues?: Issue[];
}

const KNOWN =
  "key, title, synopsis, language, free, completed, categories, tags, order, episodes, unlock_price";

/** Returns a sentence with its line for each error in a `series.yaml`. */
export function manifestFaults(issues: readonly object[], document: Document, lines: LineCounter): string[] {
  return (issues as Issue[])
    .flatMap((issue) => closest(issue, []))
    .map((issue) => {
      const [key] = issue.keys ?? [];
      const path = key === undefined ? issue.path : [...issue.path, key];
      const textLine = lines.linePos(position(document, path)).line;
      const what = sentence(issue.issues?.[0]?.message ?? issue.message);
      if (key !== undefined) return { line: textLine, text: `we know no "${key}" here.${hint(issue.path)}` };
      return { line: textLine, text: `${path.join(".") || "this"} ${what}` };
    })
    .toSorted((a, b) => a.line - b.line)
    .map(({ line: textLine, text }) => `  - line ${textLine}: ${text}`);
}

function hint(path: PropertyKey[]): string {
  return path.length === 0 ? ` What may be said: ${KNOWN}.` : "";
}

function sentence(message: string): string {
  return message.endsWith(".") ? message : `${message}.`;
}

/** For a value that matches none of several forms, returns the issues of the closest form. */
function closest(issue: Issue, before: PropertyKey[]): Issue[] {
  const path = [...before, ...issue.path];
  const deeper = (issue.errors ?? []).filter((form) =>
    form.every(
      (each) => each.path.length > 0 || each.keys || each.code === "too_big" || each.code === "too_small",
    ),
  );
  const nearest = deeper.toSorted((a, b) => a.length - b.length)[0];
  if (nearest) return nearest.flatMap((each) => closest(each, path));
  if (!issue.keys) return [{ ...issue, path }];
  return issue.keys.map((key) => ({ ...issue, path, keys: [key] }));
}

/** Returns the position of a key, or of the nearest existing key above it. */
function position(document: Document, path: PropertyKey[]): number {
  let at = 0;
  let node: unknown = document.contents;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find((each) => isScalar(each.key) && String(each.key.value) === String(step));
      if (!pair) break;
      if (isNode(pair.key)) at = pair.key.range?.[0] ?? at;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      if (isNode(node)) at = node.range?.[0] ?? at;
    } else break;
  }
  return at;
}
