import { readImports, type SourceFile, targetOf } from "./boundaries-imports.ts";

/** Files or folders that import one another, sorted. */
export type Cycle = readonly string[];

/**
 * Cycles that existed before this check. The list only shrinks: an entry that is no longer a cycle is an error, and so
 * is a cycle that is not listed.
 */
export const knownCycles: readonly Cycle[] = [
  cycle("sandbox/src/paypal", "api.ts report-routes.ts vault-routes.ts webhook-routes.ts"),
  cycle(
    "sandbox/src/paypal",
    "control-deliveries.ts control-money.ts control-pages.ts control-view-money.ts control-view-requests.ts control-view-trouble.ts control-view-webhooks.ts control-world.ts control.ts",
  ),
  cycle(
    "sandbox/src/stripe",
    "control-deliveries.ts control-money.ts control-page.ts control-view-money.ts control-view-webhooks.ts control-world.ts control.ts",
  ),
  cycle("sandbox/src", "errors pixels"),
];

function cycle(folder: string, names: string): Cycle {
  return names.split(" ").map((name) => `${folder}/${name}`);
}

/** Finds cycles of files, including type-only imports. A lazy import does not close a cycle. */
export function findFileCycles(files: readonly SourceFile[]): Cycle[] {
  const known = new Set(files.map(({ path }) => path));
  const edges = new Map<string, Set<string>>();
  for (const file of files) {
    const targets = readImports(file)
      .filter(({ lazy }) => !lazy)
      .map(({ specifier }) => targetOf(file.path, specifier))
      .filter((target) => target !== undefined && known.has(target));
    edges.set(file.path, new Set(targets as string[]));
  }
  return findCycles(edges);
}

/** Finds cycles between the direct subfolders of a folder, including lazy imports. Tests are ignored. */
export function findFolderCycles(files: readonly SourceFile[], folder: string): Cycle[] {
  const subfolderOf = (path: string) => {
    const [name, ...inner] = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/") : [];
    return inner.length > 0 ? `${folder}/${name}` : undefined;
  };
  const edges = new Map<string, Set<string>>();
  for (const file of files) {
    const from = subfolderOf(file.path);
    if (from === undefined || /\.test\.tsx?$/.test(file.path)) continue;
    for (const { specifier } of readImports(file)) {
      const to = subfolderOf(targetOf(file.path, specifier) ?? "");
      if (to !== undefined && to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to));
    }
  }
  return findCycles(edges);
}

/** Compares the cycles that were found with the known ones and returns one sentence for each difference. */
export function compareCycles(found: readonly Cycle[], known: readonly Cycle[]): string[] {
  const keys = (cycles: readonly Cycle[]) => cycles.map((cycle) => cycle.join(" "));
  return [
    ...keys(found)
      .filter((key) => !keys(known).includes(key))
      .map((key) => `import one another: ${key}`),
    ...keys(known)
      .filter((key) => !keys(found).includes(key))
      .map((key) => `no longer a cycle, remove it from the list: ${key}`),
  ];
}

/** Returns the strongly connected components of a graph that have more than one node. */
function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): Cycle[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const cycles: Cycle[] = [];
  const lower = (node: string, to = Number.POSITIVE_INFINITY) =>
    lowest.set(node, Math.min(lowest.get(node) ?? to, to));

  function visit(node: string): void {
    order.set(node, order.size);
    lower(node, order.get(node));
    path.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (path.includes(next)) lower(node, lowest.get(next));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const cycle = path.splice(path.indexOf(node));
    if (cycle.length > 1) cycles.push(cycle.toSorted());
  }
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return cycles.toSorted((a, b) => a.join().localeCompare(b.join()));
}
