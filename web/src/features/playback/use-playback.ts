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
import { slots } from "./player-state.ts";
import { createPlayer, type Player, usePlayer } from "./player-store.ts";
import { usePreferences } from "./preferences.ts";
import { playableQuery } from "./queries.ts";

// The next episode is made ready only when this much of the present one lies ready: it must not take its bandwidth.
const enoughAhead = 10;

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
  const coming = useRef<{ id: string; hls: string; expiresAt: string } | null>(null);
  const locked = error instanceof ApiError && error.code === 402;
  const index = list.indexOf(episode);

  const renewal = useCallback(
    (id: string) => async () => {
      const { playback } = await client.fetchQuery({ ...playableQuery(id, language), staleTime: 0 });
      return playback;
    },
    [client, language],
  );

  useEffect(() => {
    const found = data?.playback ?? (coming.current?.id === episode.id ? coming.current : null);
    if (found && opened.current !== episode.id) {
      opened.current = episode.id;
      const { hls, expiresAt } = found;
      const { id: episodeId, duration } = episode;
      const renew = renewal(episodeId);
      player.open({ episodeId, hls, expiresAt, at, duration, renew }, slotOf(index));
      setResumed(resumes && at > 0 ? { episodeId, at } : null);
    }
    if (!found && opened.current !== episode.id) {
      opened.current = null;
      player.clear();
    }
    if (!data) return;
    const { captions, next, expiresAt } = data.playback;
    const offered = captions.map((caption) => caption.language);
    const reading = player.get().captionLanguage;
    if (reading === null || !offered.includes(reading)) {
      player.setCaptionLanguage(chooseCaptions(offered, language, storage));
    }
    player.setCaptions(captions);
    coming.current = next?.hls ? { id: next.id, hls: next.hls, expiresAt } : null;
  }, [player, data, episode, index, language, at, resumes, renewal]);

  // One rung and a segment or two of it, and the words about it: what a swipe needs to find a picture there.
  function prepare(): void {
    const next = list[index + 1];
    const media = coming.current;
    if (!next || next.locked || media?.id !== next.id) return;
    const { id: episodeId, duration } = next;
    const { hls, expiresAt } = media;
    const begin = resumePosition(next);
    player.prepare(
      { episodeId, hls, expiresAt, at: begin, duration, renew: renewal(episodeId) },
      slotOf(index + 1),
    );
    void client.prefetchQuery(playableQuery(episodeId, language));
  }

  const { saver } = usePreferences();
  useNextReady(player, episode.id, data !== undefined && !saver, prepare);
  return {
    player,
    locked,
    offer: locked ? error.offer : null,
    failed: error !== null && !locked,
    storyboard: data?.playback.storyboard ?? null,
    resumedAt: resumed?.episodeId === episode.id ? resumed.at : null,
    retry: () => void refetch(),
  };
}

function useNextReady(player: Player, episodeId: string, known: boolean, prepare: () => void): void {
  const ready = usePlayer(player, (state) => {
    const { ahead, time, duration, started } = state;
    if (!started || state.episodeId !== episodeId) return false;
    return ahead >= enoughAhead || (duration > 0 && time + ahead > duration - 0.5);
  });
  const act = useEffectEvent(prepare);
  useEffect(() => {
    if (ready && known && !savesData()) act();
  }, [ready, known]);
}
