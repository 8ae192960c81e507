import type { Series } from "@cliffhanger/contract";
import type { QueryClient } from "@tanstack/react-query";
import { ApiError, call } from "../../lib/api.ts";
import { track } from "../../lib/track.ts";
import { refreshList } from "./queries.ts";

// The changes of a series are sent one after another, so that the last tap wins. Those of others do not wait: the page may be
// unloading.
const lastOfSeries = new Map<string, Promise<void>>();

/**
 * Adds a series to My List or removes it, and shows that at once on the series, also when it is opened later. Resolves to whether
 * the server has done it, once the lists are refetched. The call shows its errors, except that the viewer must sign in (`refused`).
 */
export async function sendFavorite(
  client: QueryClient,
  { seriesId, favorite }: { seriesId: string; favorite: boolean },
  refused: () => void = () => undefined,
): Promise<boolean> {
  show(client, seriesId, favorite);
  try {
    await inTurn(seriesId, () =>
      call(
        favorite ? "POST /api/user/favorite" : "DELETE /api/user/favorite",
        { seriesId },
        { keepalive: true },
      ),
    );
  } catch (error) {
    show(client, seriesId, !favorite);
    if (error instanceof ApiError && error.code === 401) refused();
    return false;
  }
  if (favorite) track("AddToWishlist", { seriesId });
  // A pending answer may be older than this change.
  const video = { queryKey: ["GET /api/video"] };
  if (client.isFetching(video) > 0) void client.invalidateQueries(video);
  await refreshList(client, "favorite");
  return true;
}

function inTurn(seriesId: string, send: () => Promise<unknown>): Promise<unknown> {
  const before = lastOfSeries.get(seriesId);
  const request = before ? before.then(send) : send();
  const end = () => {
    if (lastOfSeries.get(seriesId) === settled) lastOfSeries.delete(seriesId);
  };
  const settled = request.then(end, end);
  lastOfSeries.set(seriesId, settled);
  return request;
}

function show(client: QueryClient, seriesId: string, favorite: boolean): void {
  client.setQueriesData<Series>({ queryKey: ["GET /api/video"] }, (series) =>
    series?.id === seriesId ? { ...series, favorite } : series,
  );
}
