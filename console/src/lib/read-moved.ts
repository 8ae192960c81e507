import type { Query, QueryClient } from "@tanstack/react-query";
import { asPoll } from "./call.ts";

/**
 * Reads again what shows something that moved, as a poll. A read that runs already goes on, because a slow one would never end
 * otherwise; it may have been answered before the move, so another one follows it.
 */
export async function readMoved(client: QueryClient, shows: (query: Query) => boolean): Promise<void> {
  const running = new Set(client.getQueryCache().findAll({ predicate: shows, fetchStatus: "fetching" }));
  await readOnce(client, shows);
  if (running.size > 0) await readOnce(client, (query) => running.has(query));
}

function readOnce(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  let read = Promise.resolve();
  asPoll(() => {
    read = client.invalidateQueries({ predicate }, { cancelRefetch: false });
  });
  return read;
}
