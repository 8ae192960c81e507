import type { ResponseCache } from "#platform/http/cached-response";

/**
 * Maximum age of play counts on home, in lists and in pages: they contain many series, and some is always being
 * played.
 */
const LISTS_AFTER_MS = 30_000;

/** Keeps play counts in cached responses up to date. */
export interface PlayCounts {
  /** Drops the cached responses of series whose plays changed; `ids` are separated by spaces. */
  changed(ids: string): void;
  stop(): void;
}

/** Opens it for the caches that contain play counts. */
export function openPlayCounts({
  responses,
  pages,
}: {
  responses: ResponseCache;
  pages: ResponseCache;
}): PlayCounts {
  let timer: NodeJS.Timeout | null = null;
  function forgetLists(): void {
    timer = null;
    responses.forget((key) => key.startsWith("homepage ") || key.startsWith("query "));
    pages.clear();
  }
  return {
    changed(ids) {
      const played = new Set(ids.split(" "));
      responses.forget((key) => {
        const [kind, id = ""] = key.split(" ", 2);
        return kind === "series" && played.has(id);
      });
      timer ??= setTimeout(forgetLists, LISTS_AFTER_MS).unref();
    },
    stop: () => clearTimeout(timer ?? undefined),
  };
}
