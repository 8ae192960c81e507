/** What the bundler says of its modules. */
interface Graph {
  getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null;
}

type IsIn = (id: string, graph: Graph) => boolean;

/** The roots of the chunks, as absolute paths. */
interface ChunkRoots {
  /** The app's entry. */
  entry: string;
  /** The screen that most visitors arrive at. */
  home: string;
  /** The script that loads the app, and the scripts of screens that run before it: they need no chunk of the app. */
  boot: string;
  scripts: readonly string[];
}

/** Smaller chunks are joined with others. */
const SMALLEST_CHUNK_BYTES = 4096;

/**
 * Returns the groups of chunks: `vendor`, the packages in the graph of the entry; `core`, our modules in the graph of the
 * entry and of home; `boot-page` and `boot-shared`, what the scripts before the app share with every page, and with some;
 * `hls`, which a page of an episode needs after hydration; and what several other chunks share.
 */
export function chunkGroups({ entry, home, boot, scripts }: ChunkRoots) {
  const inEntry = graphOf([entry]);
  const inFirstLoad = graphOf([entry, home]);
  const inScripts = graphOf(scripts);
  const beforeApp = graphOf([boot, ...scripts]);
  const named = (name: string, isIn: IsIn) => (id: string, graph: Graph) => (isIn(id, graph) ? name : null);
  return [
    { name: named("vendor", (id, graph) => isPackage(id) && inEntry(id, graph)), priority: 3 },
    { name: named("hls", (id) => id.includes("/node_modules/hls.js/")), priority: 3 },
    {
      name: named("core", (id, graph) => inFirstLoad(id, graph) && !beforeApp(id, graph) && id !== entry),
      priority: 2,
    },
    {
      name: named("boot-page", (id, graph) => inScripts(id, graph) && inFirstLoad(id, graph)),
      priority: 2,
    },
    {
      name: named("boot-shared", (id, graph) => inScripts(id, graph) && !scripts.includes(id)),
      minShareCount: 2,
      priority: 1,
    },
    {
      name: named("shared", (id, graph) => !beforeApp(id, graph)),
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: SMALLEST_CHUNK_BYTES,
    },
  ];
}

/** Chunks that every page has loaded: no other chunk needs to name them among its dependencies. */
export const alwaysLoaded = /\/(?:rolldown-runtime|vendor|core|index|boot|boot-page)-[^/-]+\.js$/;

function isPackage(id: string): boolean {
  return id.includes("/node_modules/");
}

function graphOf(roots: readonly string[]): IsIn {
  const found = new Set<string>();
  return (id, graph) => {
    if (found.size === 0) for (const root of roots) collect(root, graph, found);
    return found.has(iconIn(id) ?? id);
  };
}

function collect(id: string, graph: Graph, found: Set<string>): void {
  if (found.has(id) || iconIn(id)) return;
  found.add(id);
  const module = graph.getModuleInfo(id);
  // The icons' package imports each of them; only those count that a module names.
  for (const icon of iconsOf(module?.code ?? "")) found.add(icon);
  for (const imported of module?.importedIds ?? []) collect(imported, graph, found);
}

/** The name of the icon that a module of the package is, such as `chevron-left`. */
function iconIn(id: string): string | null {
  return /lucide-react\/dist\/esm\/icons\/([a-z0-9-]+)\./.exec(id)?.[1] ?? null;
}

function iconsOf(code: string): string[] {
  const names = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code)?.[1] ?? "";
  return names
    .split(",")
    .map((one) => one.trim().split(" ", 1)[0] ?? "")
    .map((one) => one.replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])/g, "-").toLowerCase());
}
