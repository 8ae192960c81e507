import type { Episode } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";

// Grants are valid for ten minutes; an older answer than this is refetched when an episode opens.
const FRESH_MS = 8 * 60_000;

/** Fetches one episode with its media addresses; rejects with code 402 and the offer when it is locked. */
export function playableQuery(id: string, language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/video/episode", language, { id }),
    queryFn: ({ signal }) => call("GET /api/video/episode", { id }, { signal, quiet: true }),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });
}

type Lockable = Pick<Episode, "id" | "locked">;

/**
 * Asks again for a refused episode on the screen that a newer list shows as unlocked: the viewer has paid in another tab, or on
 * another device.
 */
export function refetchUnlocked(
  client: QueryClient,
  language: Language,
  before: readonly Lockable[],
  list: readonly Lockable[],
): void {
  const closed = new Set(before.filter(({ locked }) => locked).map(({ id }) => id));
  for (const { id, locked } of list) {
    if (locked || !closed.has(id)) continue;
    void client.refetchQueries({
      queryKey: playableQuery(id, language).queryKey,
      type: "active",
      predicate: ({ state }) => state.status === "error",
    });
  }
}
