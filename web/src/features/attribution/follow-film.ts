import { track } from "../../lib/track.ts";

/** As much of a player as it takes. */
export interface Film {
  subscribe(listener: () => void): () => void;
  get(): {
    episodeId: string | null;
    status: string;
    started: boolean;
    waiting: boolean;
    time: number;
    duration: number;
  };
}

const quarters = [25, 50, 75];

/** Says when an episode begins, and each quarter of it once. Answers how to stop. */
export function followFilm(film: Film, about: Readonly<Record<string, unknown>>): () => void {
  let episodeId: string | null = null;
  let said = new Set<number>();

  function say(percent: number): void {
    if (said.has(percent)) return;
    said.add(percent);
    const name = percent === 0 ? "video_start" : "video_progress";
    track(name, { ...about, episodeId, ...(percent === 0 ? {} : { percent }) });
  }

  return film.subscribe(() => {
    const state = film.get();
    if (state.episodeId !== episodeId) {
      episodeId = state.episodeId;
      said = new Set();
    }
    if (!episodeId || !state.started) return;
    if (state.status === "ended") say(100);
    if (state.status !== "playing" || state.waiting || !(state.duration > 0)) return;
    say(0);
    for (const percent of quarters) if (state.time / state.duration >= percent / 100) say(percent);
  });
}
