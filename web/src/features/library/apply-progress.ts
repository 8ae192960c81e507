import type { Episode, Series } from "@cliffhanger/contract";
import type { QueryClient } from "@tanstack/react-query";

/** The viewer's position in an episode, as the player reports it. */
export interface Position {
  episodeId: string;
  position: number;
  duration: number;
  done: boolean;
}

/** Updates the progress in every cached answer about a series, without a request. */
export function applyProgress(client: QueryClient, seriesId: string, at: Position): void {
  const { episodeId, position, duration, done } = at;
  let number = 0;
  client.setQueriesData<{ list?: Episode[] }>({ queryKey: ["GET /api/video/episode"] }, (answer) => {
    const watched = answer?.list?.find(({ id }) => id === episodeId);
    if (!answer?.list || !watched) return answer;
    number = watched.number;
    const now = { ...watched, progress: { position, done } };
    return { ...answer, list: answer.list.map((episode) => (episode === watched ? now : episode)) };
  });
  if (number === 0) return;
  client.setQueriesData<Series>({ queryKey: ["GET /api/video"] }, (series) =>
    series?.id === seriesId ? { ...series, progress: { episodeId, number, position, duration } } : series,
  );
}
