import type { Episode, Offer } from "@cliffhanger/contract";
import { resumePosition } from "@cliffhanger/contract/resume";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { savesData } from "../../lib/saves-data.ts";
import { storage } from "../../lib/storage.ts";
import { useLanguage } from "../../lib/use-language.ts";
import { visitStore } from "../../lib/visit-storage.ts";
import { chooseCaptions } from "./caption-choice.ts";
import { createEngine } from "./engine.ts";
import type { Granted } from "./grant-renewal.ts";
import { slots } from "./player-state.ts";
import { createPlayer, type Player, type Source, usePlayer } from "./player-store.ts";
import { usePreferences } from "./preferences.ts";
import { playableQuery } from "./queries.ts";

// The next episode is made ready only when this much of the present one lies ready: it must not take its bandwidth. No
// more than the engine keeps on a fast line, or it would never be.
const enoughAhead = 5;

/** How an episode stands: it plays, it is locked (`offer` says what opens it), or the server failed to say. */
export interface Playback {
  player: Player;
  locked: boolean;
  offer: Offer | null;
  failed: boolean;
  /** The cues of the pictures over the scrubber; null while they are not known. */
  storyboard: string | null;
  /** Where the open episode was resumed, in seconds; null when it began where its address says. */
  resumedAt: number | null;
  /** The viewer came to an episode of the list: what lies ready of it plays at once, before the screen knows. */
  arrive: (index: number) => void;
  retry: () => void;
}

interface Wanted {
  list: readonly Episode[];
  episode: Episode;
  /** Where the episode begins, in seconds: looked at when it opens. */
  at: number;
  /** `at` is where the viewer had been, not what the address asks for. */
  resumes: boolean;
}

/** The media element that an episode plays in: neighbours never share one. */
export function slotOf(index: number): number {
  return index % slots;
}

/** Plays the episode given, keeps its media open, and makes the one after it ready. */
export function usePlayback({ list, episode, at, resumes }: Wanted): Playback {
  const [player] = useState(() => createPlayer(createEngine, visitStore));
  const client = useQueryClient();
  const language = useLanguage();
  const { data, error, refetch } = useQuery(playableQuery(episode.id, language));
  const opened = useRef<string | null>(null);
  const [resumed, setResumed] = useState<{ episodeId: string; at: number } | null>(null);
  const locked = error instanceof ApiError && error.code === 402;
  const index = list.indexOf(episode);

  const sourceOf = useCallback(
    ({ id, duration }: Episode, { hls, startup, expiresAt }: Granted, begin: number): Source => ({
      episodeId: id,
      hls,
      startup,
      expiresAt,
      at: begin,
      duration,
      async renew() {
        const { playback } = await client.fetchQuery({ ...playableQuery(id, language), staleTime: 0 });
        return playback;
      },
    }),
    [client, language],
  );

  const open = useCallback(
    (chosen: Episode, granted: Granted, begin: number, resuming: boolean) => {
      opened.current = chosen.id;
      player.open(sourceOf(chosen, granted, begin), slotOf(list.indexOf(chosen)));
      setResumed(resuming && begin > 0 ? { episodeId: chosen.id, at: begin } : null);
    },
    [player, list, sourceOf],
  );

  useEffect(() => {
    if (opened.current !== episode.id) {
      if (data) open(episode, data.playback, at, resumes);
      else {
        opened.current = null;
        player.clear();
      }
    }
    if (!data) return;
    const { captions } = data.playback;
    const offered = captions.map((caption) => caption.language);
    const reading = player.get().captionLanguage;
    if (reading === null || !offered.includes(reading)) {
      player.setCaptionLanguage(chooseCaptions(offered, language, storage));
    }
    player.setCaptions(captions);
  }, [player, data, episode, language, at, resumes, open]);

  // The episode at a place of the list with what plays it, where that is known and opens it still.
  function playableAt(place: number): { chosen: Episode; granted: Granted } | null {
    const chosen = list[place];
    if (!chosen || chosen.locked) return null;
    const granted = client.getQueryData(playableQuery(chosen.id, language).queryKey)?.playback;
    return granted && Date.parse(granted.expiresAt) > Date.now() ? { chosen, granted } : null;
  }

  // Where it may be found costs little, so that is asked for on every line.
  function look(): void {
    const next = list[index + 1];
    if (next && !next.locked) void client.prefetchQuery(playableQuery(next.id, language));
  }

  // One rung and one segment of it: what a swipe needs to find a picture there.
  function prepare(): void {
    const next = playableAt(index + 1);
    if (!next) return;
    const { chosen, granted } = next;
    player.prepare(sourceOf(chosen, granted, resumePosition(chosen)), slotOf(index + 1));
  }

  const { saver } = usePreferences();
  const nextId = list[index + 1]?.id ?? "";
  const { data: next } = useQuery({ ...playableQuery(nextId, language), enabled: false });
  useNext(player, episode.id, { look, prepare, may: next !== undefined && !saver });
  return {
    player,
    locked,
    offer: locked ? error.offer : null,
    failed: error !== null && !locked,
    storyboard: data?.playback.storyboard ?? null,
    resumedAt: resumed?.episodeId === episode.id ? resumed.at : null,
    arrive(to) {
      const reached = playableAt(to);
      if (reached) open(reached.chosen, reached.granted, resumePosition(reached.chosen), true);
    },
    retry: () => void refetch(),
  };
}

interface Next {
  look: () => void;
  prepare: () => void;
  /** It is known where the next one is found, and nobody saves data. */
  may: boolean;
}

function useNext(player: Player, episodeId: string, { look, prepare, may }: Next): void {
  const shows = usePlayer(player, (state) => state.started && state.episodeId === episodeId);
  const ready = usePlayer(player, (state) => {
    const { ahead, time, duration, started } = state;
    if (!started || state.episodeId !== episodeId) return false;
    return ahead >= enoughAhead || (duration > 0 && time + ahead > duration - 0.5);
  });
  const ask = useEffectEvent(look);
  const act = useEffectEvent(prepare);
  // Of each episode anew: one that was made ready shows from its first moment on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another episode is another turn
  useEffect(() => {
    if (shows) return inItsOwnTurn(ask);
    return undefined;
  }, [shows, episodeId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: likewise
  useEffect(() => {
    if (ready && may && !savesData()) return inItsOwnTurn(act);
    return undefined;
  }, [ready, may, episodeId]);
}

// The screen is drawn first, and hears a finger. Answers how to call it off.
function inItsOwnTurn(act: () => void): () => void {
  const timer = setTimeout(() => act());
  return () => clearTimeout(timer);
}
