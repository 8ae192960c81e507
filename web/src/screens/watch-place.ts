import type { Episode } from "@cliffhanger/contract";
import { chooseEpisode } from "@cliffhanger/contract/resume";
import { matchScreen } from "@cliffhanger/contract/screens";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { createEngine } from "../features/playback/engine.ts";
import { createPlayer, type Player, usePlayer } from "../features/playback/player-store.ts";
import { startOf } from "../features/playback/start-position.ts";
import { episodeIn, episodeOf } from "../features/playback/watch-url.ts";
import { showToast } from "../lib/toasts.ts";
import { useMessages } from "../lib/use-language.ts";
import { visitStore } from "../lib/visit-storage.ts";

/** The player of a series, and its position in it. */
interface WatchPlace {
  player: Player;
  /** The episode on the screen. */
  episode: Episode;
  /** Where that episode starts, in seconds. */
  at: number;
  /** Whether `at` is where the viewer stopped, not a position from the address. */
  resumes: boolean;
  /** Sets the episode that the address names. */
  navigate: (number: number) => void;
}

/**
 * Returns the player of a series. It owns the episode on the screen; the address follows it, and reports other
 * addresses to it. An address whose episode is not there is corrected.
 * @param first the number of the episode to start with when the address names none
 */
export function useWatchPlace(seriesId: string, list: readonly Episode[], first: number): WatchPlace {
  const t = useMessages();
  const search = useSearch();
  const [, navigate] = useLocation();
  // Set once: watching changes the viewer's progress, which must not move them.
  const [firstNumber] = useState(first);
  const [player] = useState(() => {
    const start = chooseEpisode(list, episodeIn(search, list) ?? firstNumber, null);
    return createPlayer(createEngine, visitStore, { episodes: list, episodeId: start?.id ?? null });
  });
  const episodeId = usePlayer(player, (state) => state.episodeId);
  const episode = (list.find(({ id }) => id === episodeId) ?? list[0]) as Episode;
  useEffect(() => player.list(list), [player, list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the address of now, which may be newer than `search`
  useEffect(() => {
    if (!isAddressOf(seriesId)) return;
    const named = chooseEpisode(list, episodeIn(location.search, list) ?? firstNumber, null);
    if (named) player.address(named.number);
  }, [player, seriesId, list, firstNumber, search]);
  const go = (number: number) => {
    if (isAddressOf(seriesId)) navigate(`/videos/${seriesId}?ep=${number}`, { replace: true });
  };
  const asked = episodeOf(search);
  const missing = asked !== null && episodeIn(search, list) === null ? asked : null;
  const correct = useEffectEvent((absent: number) => {
    const shown = list.find(({ id }) => id === player.get().episodeId);
    if (!shown || !isAddressOf(seriesId)) return;
    showToast(t("watch.noEpisode", { number: absent }));
    go(shown.number);
  });
  useEffect(() => {
    if (missing !== null) correct(missing);
  }, [missing]);
  // A position belongs to the episode that its address names.
  return { player, episode, ...startOf(missing === null ? search : "", episode), navigate: go };
}

/**
 * Removes the position from the address of an episode that is watched: a reload leads to where the viewer is by then, not back to
 * where they began.
 */
export function forgetPosition(seriesId: string): void {
  const url = new URL(location.href);
  if (!isAddressOf(seriesId) || !url.searchParams.has("t")) return;
  url.searchParams.delete("t");
  history.replaceState(history.state, "", url);
}

// While another screen loads, the address is no longer about this series.
function isAddressOf(seriesId: string): boolean {
  const route = matchScreen(location.pathname);
  return route.name === "watch" && route.seriesId === seriesId;
}
