import { join } from "node:path";

/** What the bundler tells of its modules. */
interface Graph {
  getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null;
}

const begins = ["main.tsx", "screens/home.tsx"].map((file) => join(import.meta.dirname, "src", file));

/**
 * Names a file for what a first visit to the home screen needs before it can run, and for nothing else: what only later
 * screens share with each other travels with them.
 */
export function ofFirstLoad(name: string): (id: string, graph: Graph) => string | null {
  const isNeeded = firstLoad();
  return (id, graph) => (isNeeded(id, graph) ? name : null);
}

/** Names a file for what only later screens need. */
export function beyondFirstLoad(name: string): (id: string, graph: Graph) => string | null {
  const isNeeded = firstLoad();
  return (id, graph) => (isNeeded(id, graph) ? null : name);
}

function firstLoad(): (id: string, graph: Graph) => boolean {
  const needed = new Set<string>();
  return (id, graph) => {
    if (needed.size === 0) for (const first of begins) collect(first, graph, needed);
    return needed.has(iconIn(id) ?? id);
  };
}

function collect(id: string, graph: Graph, needed: Set<string>): void {
  if (needed.has(id) || iconIn(id)) return;
  needed.add(id);
  const module = graph.getModuleInfo(id);
  // The icons' package imports every one of them; only those that are asked for by name count.
  for (const icon of iconsOf(module?.code ?? "")) needed.add(icon);
  for (const imported of module?.importedIds ?? []) collect(imported, graph, needed);
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
