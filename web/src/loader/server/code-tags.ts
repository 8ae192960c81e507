import { type BootPlan, type CodeLoading, pageElement } from "@cliffhanger/contract/page-state";
import { bootSource, entrySource, type Manifest, scriptFile, scriptFiles, styleFiles } from "./manifest.ts";

/** What a page's code consists of, and when it is loaded. */
export interface BootCode {
  manifest: Manifest;
  /** Sources of chunks that this page needs at once, such as `src/screens/watch.tsx`. */
  chunks: readonly string[];
  /** Sources of chunks that this page needs at once after those, and not for hydration. */
  also: readonly string[];
  /** Sources of chunks that the sheets need which this page opens. */
  sheets: readonly string[];
  /** Sources of chunks that the next tap will most likely need. */
  prefetch: readonly string[];
  code: CodeLoading;
}

/**
 * Returns the tags that load the app's code. The server's markup needs none of it, so on a slow connection the styles, the
 * fonts and the first image load first: a small script (`client/boot.ts`) requests the code when it is time, by the plan
 * before it.
 */
export function codeTags(page: BootCode): string[] {
  const { manifest, chunks, also, code } = page;
  const build = `/${scriptFile(manifest, entrySource)}`;
  // What a file imports is before it, so they can run in this order.
  const files = paths(scriptFiles(manifest, [entrySource, ...chunks])).filter((file) => file !== build);
  files.push(build);
  files.push(...paths(scriptFiles(manifest, also)).filter((file) => !files.includes(file)));
  const eager = code === "eager";
  // Eager code is preloaded by the tags: the entry is all that is left to run.
  const plan: BootPlan = {
    build,
    code,
    chunks: eager ? [build] : files,
    sheets: paths(scriptFiles(manifest, page.sheets)).filter((file) => !files.includes(file)),
    prefetch: prefetchFiles(page),
  };
  return [
    pageElement("boot-plan", plan),
    `<script type="module" async fetchpriority="high" src="/${scriptFile(manifest, bootSource)}"></script>`,
    ...(eager ? files.map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`) : []),
  ];
}

function prefetchFiles({ manifest, chunks, also, prefetch }: BootCode): BootPlan["prefetch"] {
  const own = [entrySource, ...chunks, ...also];
  const without = (files: string[], known: string[]) => paths(files.filter((file) => !known.includes(file)));
  return {
    scripts: without(scriptFiles(manifest, prefetch), scriptFiles(manifest, own)),
    styles: without(styleFiles(manifest, prefetch), styleFiles(manifest, own)),
  };
}

function paths(files: string[]): string[] {
  return files.map((file) => `/${file}`);
}
