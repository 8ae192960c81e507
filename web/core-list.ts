import { createHash } from "node:crypto";
import { languages } from "@cliffhanger/contract/languages";
import type { Plugin } from "vite";

/** Where the worker's list stands in its source. */
const mark = /\bCORE\b/g;
/** What every visit needs: the app itself and the screen that most people arrive at. */
const sources = [
  "index.html",
  "src/app/page-code.ts",
  "src/screens/home.tsx",
  "src/screens/not-found.tsx",
  "src/service-worker/offline-retry.ts",
];

/**
 * Writes into the service worker which files the core is made of, and a version that changes with any of them and with
 * the worker itself. Words are left out: each page tells the worker which it uses.
 */
export function coreList(): Plugin {
  return {
    name: "core-list",
    enforce: "post",
    generateBundle(_options, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") return;
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const begin = chunks.filter(({ facadeModuleId }) =>
        sources.some((source) => facadeModuleId?.replaceAll("\\", "/").endsWith(`/web/${source}`)),
      );
      const needed = new Set<string>();
      const take = (name: string) => {
        const chunk = bundle[name];
        if (needed.has(name) || chunk?.type !== "chunk") return;
        needed.add(name);
        for (const file of chunk.imports) take(file);
        for (const file of chunk.viteMetadata?.importedCss ?? []) needed.add(file);
      };
      for (const { fileName } of begin) take(fileName);
      const fonts = Object.keys(bundle).filter((name) => name.endsWith(".woff2"));
      const files = [...needed, ...fonts].map((name) => `/${name}`).toSorted();
      const entry = begin.find(({ facadeModuleId }) => facadeModuleId?.endsWith("index.html"));
      const version = createHash("sha256")
        .update(worker.code)
        .update(files.join())
        .digest("hex")
        .slice(0, 12);
      const list = { version, entry: `/${entry?.fileName ?? ""}`, files, languages };
      worker.code = worker.code.replace(mark, () => `(${JSON.stringify(list)})`);
    },
  };
}
