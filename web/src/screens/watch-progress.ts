import type { Episode } from "@cliffhanger/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { episodesQuery, seriesQuery } from "../features/catalogue/series-queries.ts";
import { applyProgress } from "../features/library/apply-progress.ts";
import { commitRemovals } from "../features/library/removals.ts";
import { reporter } from "../features/library/reporter.ts";
import { type Player, usePlayer } from "../features/playback/player-store.ts";
import { followProgress } from "../features/playback/progress-events.ts";
import { refetchUnlocked } from "../features/playback/queries.ts";
import { useLanguage } from "../lib/use-language.ts";
import { forgetPosition } from "./watch-place.ts";

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

/** Saves the viewer's progress, on the server and in cached answers. */
export function useProgress(player: Player, seriesId: string): void {
  const client = useQueryClient();
  useEffect(() => void commitRemovals(), []);
  useEffect(() => {
    const note = reporter.viewing();
    return followProgress(player, ({ isChange, ...progress }) => {
      const { episodeId, duration, done } = progress;
      const length = duration > 0 ? { duration: tenths(duration) } : {};
      note({ episodeId, position: tenths(progress.position), ...length, done }, isChange);
      if (isChange) applyProgress(client, seriesId, progress);
      // At its end the address moves on by itself, and what is reported when an episode is left is about no other one's address.
      if (!done && episodeId === player.get().episodeId) forgetPosition(seriesId);
    });
  }, [player, client, seriesId]);
}

/**
 * Returns the episode before the one that is offered, if this viewer watched it now or finished it earlier: its last
 * line must not be told to anyone else.
 */
export function useSeenBefore(player: Player, list: readonly Episode[], offered: Episode): Episode | null {
  const before = list[list.indexOf(offered) - 1];
  const [watched, setWatched] = useState<string | null>(null);
  const watching = usePlayer(player, ({ episodeId, time }) => (time > 3 ? episodeId : null));
  if (watching !== null && watching === before?.id && watched !== watching) setWatched(watching);
  return before && (before.progress?.done || watched === before.id) ? before : null;
}

/**
 * Refetches the series when its list is outdated: the server refuses an episode that it shows as unlocked, for example after a
 * membership ended, or one that has been withdrawn while it plays. And refetches the episode when a newer list shows it as unlocked.
 */
export function useFreshLocks(seriesId: string, list: readonly Episode[], outdated: boolean): void {
  const client = useQueryClient();
  const language = useLanguage();
  const known = useRef(list);
  useEffect(() => {
    refetchUnlocked(client, language, known.current, list);
    known.current = list;
  }, [client, language, list]);
  useEffect(() => {
    if (!outdated) return;
    void client.invalidateQueries({ queryKey: seriesQuery(seriesId, language).queryKey });
    void client.invalidateQueries({ queryKey: episodesQuery(seriesId, language).queryKey });
  }, [client, seriesId, language, outdated]);
}
