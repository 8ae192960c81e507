import { type Module, reach, readModule } from "./module-graph.ts";

/** A message that a part of the app may show although no file it loads contains it. */
export interface MissingMessage {
  /** The module that a dynamic import, or the page itself, begins with. */
  part: string;
  /** The module that names the message. */
  module: string;
  key: string;
}

type Messages = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Walks the static imports of the page's entry and of every dynamic import, and compares the message keys named there
 * with the message files that the part loads: `core`, and the `messages` given to `loadPart`, to `lazyOnOpen` or to a row of
 * screens.
 * @param sources every module's text by its path, with `/` between folders
 * @param entry the module that the page begins with
 * @param messages the keys of each message file
 */
export function missingMessages(
  sources: ReadonlyMap<string, string>,
  entry: string,
  messages: Messages,
): MissingMessage[] {
  const modules = new Map([...sources].map(([path, text]) => [path, readModule(path, text)]));
  const parts = [
    { target: entry, groups: [] as readonly string[] },
    ...[...modules.values()].flatMap(({ parts }) => parts),
  ];
  return parts.flatMap(({ target, groups }) =>
    [...reach(target, modules)].flatMap((path) =>
      keysOf(modules.get(path), messages)
        .filter(({ files }) => !files.some((file) => file === "core" || groups.includes(file)))
        .map(({ key }) => ({ part: target, module: path, key })),
    ),
  );
}

function keysOf(module: Module | undefined, messages: Messages): { key: string; files: string[] }[] {
  if (!module) return [];
  const files = new Map<string, string[]>();
  for (const [file, keys] of messages)
    for (const key of keys) files.set(key, [...(files.get(key) ?? []), file]);
  const named = [...files.keys()].filter(
    (key) => module.literals.includes(key) || module.prefixes.some((prefix) => key.startsWith(prefix)),
  );
  return named.map((key) => ({ key, files: files.get(key) ?? [] }));
}
