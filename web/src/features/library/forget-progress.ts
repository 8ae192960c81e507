import type { QueryClient } from "@tanstack/react-query";

/** What the answers kept about series say of progress is not so any more: they are asked for anew when needed. */
export function forgetProgress(client: QueryClient): void {
  for (const name of ["GET /api/video", "GET /api/video/episode"]) {
    client.removeQueries({ queryKey: [name], type: "inactive" });
  }
}
