import { posix } from "node:path";
import type { Findings, SourceFile } from "./project-rules.ts";
import { namesIn, readList, referenceLists } from "./reference-lists.ts";

/** Files whose numbers must exist. Tests of the tools contain examples and are excluded. */
const referring = /^(?!tools\/.*\.test\.ts$|tools\/reference-lists\.ts$).*\.(ts|tsx|mjs)$|^docs\/.*\.md$/;

/** Checks that every requirement, payment case and threat that code, a test or a document names is in its list. */
export function checkReferences(files: readonly SourceFile[]): Findings {
  const faults = referenceLists.flatMap((list) => {
    const text = files.find(({ path }) => path === list.file)?.text;
    if (text === undefined) return [`${list.file} is missing`];
    const known = new Set(readList(list, text).map(({ name }) => name));
    return files
      .filter(({ path }) => referring.test(path))
      .flatMap(({ path, text: content }) =>
        content.split("\n").flatMap((line, at) =>
          // A `case` of a switch is not a payment case.
          /^\s*case \d+:/.test(line)
            ? []
            : namesIn(list, line)
                .filter((name) => !known.has(name))
                .map((name) => `${path}:${at + 1}: ${name} is not in ${list.file}`),
        ),
      );
  });
  return { faults, remarks: [] };
}

/** Checks that every relative link in a Markdown file leads to a file or folder, and its anchor to a heading. */
export function checkLinks(files: readonly SourceFile[], paths: readonly string[]): Findings {
  const existing = new Set(paths.flatMap((path) => [path, ...foldersOf(path)]));
  const documents = new Map(
    files.filter(({ path }) => path.endsWith(".md")).map((file) => [file.path, file]),
  );
  const faults = [...documents.values()].flatMap(({ path, text }) =>
    linksIn(text).flatMap(({ target, line }) => {
      // Addresses, and paths of the site in its information pages.
      if (/^[a-z][a-z0-9+.-]*:|^\//i.test(target)) return [];
      const [file = "", anchor] = target.split("#");
      const wanted = file === "" ? path : posix.normalize(posix.join(posix.dirname(path), decodeURI(file)));
      const place = `${path}:${line}: the link to ${target}`;
      if (!existing.has(wanted.replace(/\/$/, ""))) return [`${place} leads nowhere`];
      const heading = documents.get(wanted);
      if (anchor === undefined || !heading) return [];
      return anchorsIn(heading.text).has(anchor) ? [] : [`${place} names a heading that does not exist`];
    }),
  );
  return { faults, remarks: [] };
}

function foldersOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === "." ? ["."] : [folder, ...foldersOf(folder)];
}

/** Returns the links of a Markdown text, with images and reference definitions, without code. */
function linksIn(text: string): { target: string; line: number }[] {
  return withoutFences(text).flatMap((content, at) => {
    const prose = content.replace(/`[^`]*`/g, "");
    const links = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)];
    const definitions = [...prose.matchAll(/^\s{0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?/g)];
    return [...links, ...definitions].map(([, target = ""]) => ({ target, line: at + 1 }));
  });
}

/** Returns the anchors that common Git hosts generate for headings. The second of two equal ones ends in `-1`. */
function anchorsIn(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  return new Set(
    withoutFences(text).flatMap((line) => {
      const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1];
      if (heading === undefined) return [];
      const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
      const slug = plain.replace(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(/\s/g, "-");
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return [count === 0 ? slug : `${slug}-${count}`];
    }),
  );
}

/** Returns the lines of a text, with those of code blocks empty. */
function withoutFences(text: string): string[] {
  let fence: string | null = null;
  return text.split("\n").map((line) => {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark && fence === null) fence = mark.slice(0, 3);
    else if (mark?.startsWith(fence ?? " ")) {
      fence = null;
      return "";
    }
    return fence === null ? line : "";
  });
}
