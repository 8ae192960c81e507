import type { ResponseCache } from "#platform/http/cached-response";

/** How long home, lists and pages go on telling the last count: they hold many series, some of which are always played. */
const LISTS_AFTER_MS = 30_000;

/** Keeps what is told of play counts from growing old. */
export interface PlayCounts {
  /** Some series, by their ids with spaces between, have been played: their own documents are made anew. */
  changed(ids: string): void;
  stop(): void;
}

/** Opens it on the documents that tell play counts. */
export function openPlayCounts({
  documents,
  pages,
}: {
  documents: ResponseCache;
  pages: ResponseCache;
}): PlayCounts {
  let timer: NodeJS.Timeout | null = null;
  function forgetLists(): void {
    timer = null;
    documents.forget((key) => key.startsWith("homepage ") || key.startsWith("query "));
    pages.clear();
  }
  return {
    changed(ids) {
      const played = new Set(ids.split(" "));
      documents.forget((key) => {
        const [kind, id = ""] = key.split(" ", 2);
        return kind === "series" && played.has(id);
      });
      timer ??= setTimeout(forgetLists, LISTS_AFTER_MS).unref();
    },
    stop: () => clearTimeout(timer ?? undefined),
  };
}
