import { useEffect } from "react";
import { track } from "../../lib/track.ts";
import { type Film, followFilm } from "./follow-film.ts";

/** Says that a series is open, and how far its episodes are watched. */
export function useWatchTracking(film: Film, { id, title }: { id: string; title: string }): void {
  useEffect(() => track("ViewContent", { seriesId: id, title }), [id, title]);
  useEffect(() => followFilm(film, { seriesId: id, title }), [film, id, title]);
}
