import type { QueryClient } from "@tanstack/react-query";

/** Removes cached answers with outdated progress; they are refetched when needed. */
export function removeCachedProgress(client: QueryClient): void {
  for (const name of ["GET /api/video", "GET /api/video/episode"]) {
    client.removeQueries({ queryKey: [name], type: "inactive" });
  }
}
