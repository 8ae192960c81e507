import { createHash } from "node:crypto";
import { join } from "node:path";
import { languages } from "@cliffhanger/contract/languages";
import type { Plugin, Rolldown } from "vite";
import { alwaysLoaded, chunkGroups } from "./chunks.ts";
import { reach, readModule, readSources } from "./module-graph.ts";
import { readScreenTable, type ScreenRow } from "./screen-table.ts";

const boot = "loader/client/boot.ts";
/** The script of the page that a device shows without a connection, and the page itself. */
const offlineScript = "service-worker/offline-retry.ts";
const offlinePage = "app/offline-page.tsx";

/** What the size budget counts, as keys of the manifest. The build writes it next to the manifest. */
export interface BudgetList {
  /** The first load of `/`, without messages. */
  first: string[];
  player: string[];
  watch: string[];
}

/** Where the build writes its {@link BudgetList}. */
export const budgetListFile = ".vite/budget.json";

/**
 * Derives from the table of screens whatever depends on it: the entries and chunks of the build, the first style sheet, the
 * list of the service worker, the files of the size budget, and the chunks that the server names for each screen.
 */
export function screens(root: string): Plugin[] {
  const src = join(root, "src");
  return [
    screenSources(src),
    coreStyles(src),
    { ...inputs(root, src), apply: (_, { isSsrBuild }) => isSsrBuild !== true },
    { ...derivedFiles(src), apply: "build" },
  ];
}

const virtualId = "virtual:screen-sources";

function screenSources(src: string): Plugin {
  return {
    name: "screen-sources",
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : null),
    load(id) {
      if (id !== `\0${virtualId}`) return null;
      const rows = readScreenTable(src).map(({ name, sources, also }) => [
        name,
        { first: sources.filter((source) => !also.includes(source)).map(keyOf), also: also.map(keyOf) },
      ]);
      return `export const screenSources = ${JSON.stringify(Object.fromEntries(rows))};`;
    },
  };
}

/** Lists the sources of the first style sheet in place of this line of `app.css`. */
const coreSourcesLine = '@source "virtual:core";';

/**
 * Gives the first style sheet the classes of what it is for: all that the entry and the screens with `styles: "core"` import,
 * and the parts with `styles: "core"` that these open.
 */
function coreStyles(src: string): Plugin {
  return {
    name: "core-styles",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/styles\/app\.css$/ },
      handler(code) {
        if (!code.includes(coreSourcesLine)) throw new Error(`app.css lacks the line ${coreSourcesLine}`);
        const files = coreSources(src);
        for (const file of files) this.addWatchFile(join(src, file));
        const lines = files.map((file) => `@source "../${file}";`);
        return { code: code.replace(coreSourcesLine, lines.join("\n")), map: null };
      },
    },
  };
}

/** Returns the modules whose classes the first style sheet contains, as paths from `web/src`. */
export function coreSources(src: string): string[] {
  const modules = new Map([...readSources(src)].map(([path, text]) => [path, readModule(path, text)]));
  const found = new Set<string>();
  const open = (path: string) => {
    for (const module of reach(path, modules)) {
      if (found.has(module)) continue;
      found.add(module);
      for (const { target, styles } of modules.get(module)?.parts ?? []) if (styles === "core") open(target);
    }
  };
  for (const path of ["main.tsx", offlinePage, "app/after-paint.ts", "app/start-tracking.ts"]) open(path);
  return [...found].filter((path) => path.endsWith(".tsx")).toSorted();
}

/** Names the entries of the browser's build, and its chunks. */
function inputs(root: string, src: string): Plugin {
  return {
    name: "screen-inputs",
    config: () => {
      const rows = readScreenTable(src);
      const scripts = rows.flatMap((row) => row.boot);
      const absolute = (file: string) => join(src, file);
      return {
        build: {
          modulePreload: {
            polyfill: false,
            resolveDependencies: (_, files) => files.filter((file) => !alwaysLoaded.test(file)),
          },
          rolldownOptions: {
            input: {
              index: join(root, "index.html"),
              sw: absolute("service-worker/worker.ts"),
              boot: absolute(boot),
              offline: absolute(offlineScript),
              preview: absolute("features/playback/preview-film.ts"),
              ...Object.fromEntries(scripts.map((file) => [fileName(file), absolute(file)])),
            },
            output: {
              codeSplitting: {
                groups: chunkGroups({
                  entry: absolute("main.tsx"),
                  home: absolute(rowOf(rows, "home").sources[0] ?? ""),
                  boot: absolute(boot),
                  scripts: scripts.map(absolute),
                }),
              },
            },
          },
        },
      };
    },
    // Which of the code a page needs, and when, the server says (`loader/server/code-tags.ts`).
    transformIndexHtml: { order: "post", handler: (html) => html.replaceAll(codeTags, "") },
  };
}

const codeTags = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g;

/**
 * What offers a newer version. The page that shows it is of the version before, whose files the server has no longer: they come
 * from its worker.
 */
const offer = [
  "app/update-prompt.tsx",
  "lib/message-groups.ts",
  "loader/client/full-styles.ts",
  ...languages.map((language) => `messages/${language}/app.json`),
];

/** Where the list of the service worker belongs in its source. */
const coreMark = /\bCORE\b/g;

/** Writes the list of the size budget, and the list of the service worker with a version that changes with any of it. */
function derivedFiles(src: string): Plugin {
  return {
    name: "screen-files",
    enforce: "post",
    generateBundle(_options, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") return;
      const rows = readScreenTable(src);
      const core = rows.filter(({ styles }) => styles === "core").flatMap(({ sources }) => sources);
      const sources = [boot, ...core, offlineScript, ...offer];
      const begin = chunksOf(bundle, ["index.html", ...sources.map(keyOf)]);
      const fonts = Object.keys(bundle).filter((name) => name.endsWith(".woff2"));
      const files = [...withImports(bundle, begin), ...fonts].map((name) => `/${name}`).toSorted();
      const [entry] = chunksOf(bundle, ["index.html"]);
      const version = createHash("sha256")
        .update(worker.code)
        .update(files.join())
        .digest("hex")
        .slice(0, 12);
      const list = { version, entry: `/${entry ?? ""}`, files, languages };
      worker.code = worker.code.replace(coreMark, () => `(${JSON.stringify(list)})`);
      this.emitFile({ type: "asset", fileName: budgetListFile, source: JSON.stringify(budgetList(rows)) });
    },
  };
}

function budgetList(rows: readonly ScreenRow[]): BudgetList {
  const watch = rowOf(rows, "watch");
  return {
    first: ["index.html", keyOf(boot), ...rowOf(rows, "home").sources.map(keyOf)],
    player: watch.also.map(keyOf),
    watch: watch.sources.filter((source) => !watch.also.includes(source)).map(keyOf),
  };
}

function rowOf(rows: readonly ScreenRow[], name: string): ScreenRow {
  const row = rows.find((one) => one.name === name);
  if (!row) throw new Error(`The table of screens has no row "${name}".`);
  return row;
}

/** The key of a source in the manifest. */
function keyOf(source: string): string {
  return `src/${source}`;
}

function fileName(source: string): string {
  return source.slice(source.lastIndexOf("/") + 1).replace(/\.tsx?$/, "");
}

/** The names of the chunks that these sources, paths from `web`, were built to. */
function chunksOf(bundle: Rolldown.OutputBundle, sources: readonly string[]): string[] {
  return Object.values(bundle).flatMap((file) => {
    const id = file.type === "chunk" ? file.facadeModuleId?.replaceAll("\\", "/") : undefined;
    return sources.some((source) => id?.endsWith(`/web/${source}`)) ? [file.fileName] : [];
  });
}

function withImports(bundle: Rolldown.OutputBundle, names: readonly string[], found = new Set<string>()) {
  for (const name of names) {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== "chunk") continue;
    found.add(name);
    withImports(bundle, chunk.imports, found);
    for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file);
  }
  return found;
}
