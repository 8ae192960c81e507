import { entrySource, type Manifest, scriptFile, scriptFiles, styleFiles } from "./manifest.ts";

/**
 * When a page's code comes: with it; once what is seen stands; or soon, for a film: on a slow line it is asked for right
 * away, on a fast one once what is seen stands.
 */
export type CodeComes = "with" | "after" | "soon";

/** What a page's code is made of, and when it is wanted. */
export interface PageCode {
  manifest: Manifest;
  /** Sources of chunks that this page needs at once, such as `src/screens/watch.tsx`. */
  chunks: string[];
  /** Sources of chunks that the next tap will most likely need: fetched once the page stands. */
  ahead: string[];
  code: CodeComes;
}

/**
 * The tags that bring the app's code. The server's markup stands without it, so that on a slow line styles, letters and the
 * first picture have the way to themselves: a small script (`page-code.ts`) asks for the code when it is time, and runs
 * it. `data-app` also tells which build the page is of.
 */
export function codeTags({ manifest, chunks, ahead, code }: PageCode): string[] {
  // Where Vite serves the sources themselves, the template has its own.
  if (!manifest[entrySource]) return [];
  const begin = scriptFile(manifest, "src/app/page-code.ts");
  const app = scriptFile(manifest, entrySource);
  // What it needs stands before it: so it can be run in this order.
  const needed = scriptFiles(manifest, [entrySource, ...chunks]).filter((file) => file !== app);
  const files = [...needed, app].map((file) => `/${file}`);
  const list = code === "with" ? "" : ` data-files="${files.join(" ")}"`;
  const soon = code === "soon" ? " data-soon" : "";
  const next = filesAhead(manifest, [entrySource, ...chunks], ahead);
  const later = next.length > 0 ? ` data-ahead="${next.join(" ")}"` : "";
  return [
    `<script type="module" async fetchpriority="high" src="/${begin}" data-app="/${app}"${list}${soon}${later}></script>`,
    ...(code === "with"
      ? files.map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`)
      : []),
  ];
}

function filesAhead(manifest: Manifest, own: string[], ahead: string[]): string[] {
  const here = new Set([...scriptFiles(manifest, own), ...styleFiles(manifest, own)]);
  return [...scriptFiles(manifest, ahead), ...styleFiles(manifest, ahead)]
    .filter((file) => !here.has(file))
    .map((file) => `/${file}`);
}
