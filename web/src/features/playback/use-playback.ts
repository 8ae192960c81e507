import type { Episode, Offer } from "@cliffhanger/contract";
import { resumePosition } from "@cliffhanger/contract/resume";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { storage } from "../../lib/storage.ts";
import { useLanguage } from "../../lib/use-language.ts";
import { followCaptions } from "./caption-choice.ts";
import type { Granted } from "./grant-renewal.ts";
import { createLock } from "./pause-while-locked.ts";
import type { Source } from "./player-slot.ts";
import { type Player, usePlayer } from "./player-store.ts";
import { usePreferences } from "./preferences.ts";
import { playableQuery } from "./queries.ts";
import { useNextEpisode } from "./use-next-episode.ts";

/** The player and the server's answer about the episode on the screen. */
export interface Playback {
  player: Player;
  /** Whether the episode is locked; `offer` says what unlocks it. */
  locked: boolean;
  offer: Offer | null;
  /** Whether the server refuses what the list shows: the right to it has ended, or the episode is withdrawn. */
  outdated: boolean;
  /** Whether the server has never answered about it. */
  failed: boolean;
  /** The address of the scrubber's thumbnail cues; null while unknown. */
  storyboard: string | null;
  retry: () => void;
}

interface Wanted {
  player: Player;
  list: readonly Episode[];
  episode: Episode;
  /** Where the episode starts, in seconds; read when it opens. */
  at: number;
  /** Whether `at` is where the viewer stopped, not a position from the address. */
  resumes: boolean;
  /** Sets the episode that the address names. */
  navigate: (number: number) => void;
}

/** Plays the episode on the screen and prefetches the next one. */
export function usePlayback({ player, list, episode, at, resumes, navigate }: Wanted): Playback {
  const client = useQueryClient();
  const language = useLanguage();
  const { data, error, refetch } = useQuery(playableQuery(episode.id, language));
  const locked = error instanceof ApiError && error.code === 402;
  const gone = error instanceof ApiError && error.code === 404;

  const sourceOf = useCallback(
    ({ id, duration }: Episode, { hls, startup, expiresAt }: Granted, begin: Begin): Source => ({
      episodeId: id,
      hls,
      startup,
      expiresAt,
      ...begin,
      duration,
      async renew() {
        const { playback } = await client.fetchQuery({ ...playableQuery(id, language), staleTime: 0 });
        return playback;
      },
    }),
    [client, language],
  );

  // Returns the source of an unlocked episode at its saved position, if its grant is known and still valid.
  function find(chosen: Episode | undefined): Source | null {
    if (!chosen || chosen.locked) return null;
    const granted = client.getQueryData(playableQuery(chosen.id, language).queryKey)?.playback;
    if (!granted || Date.parse(granted.expiresAt) <= Date.now()) return null;
    return sourceOf(chosen, granted, { at: resumePosition(chosen), resumes: true });
  }

  const onFind = useEffectEvent((episodeId: string) => find(list.find(({ id }) => id === episodeId)));
  const onNavigate = useEffectEvent(navigate);
  useEffect(
    () =>
      player.connect({
        find: (episodeId) => onFind(episodeId),
        navigate: (number) => onNavigate(number),
      }),
    [player],
  );

  const isIdle = usePlayer(player, ({ status }) => status === "idle");
  useEffect(() => {
    if (data && isIdle) player.open(sourceOf(episode, data.playback, { at, resumes }));
  }, [player, data, isIdle, episode, at, resumes, sourceOf]);

  const [lock] = useState(() => createLock(player));
  useEffect(() => lock.set(episode.id, locked), [lock, episode.id, locked]);

  useEffect(() => {
    if (!data) return;
    const { captions } = data.playback;
    const offered = captions.map((caption) => caption.language);
    const reading = player.get().captionLanguage;
    const followed = followCaptions(reading, offered, language, storage);
    if (reading === null || followed !== reading) player.setCaptionLanguage(followed);
    player.setCaptions(episode.id, captions);
  }, [player, data, episode.id, language]);

  const next = list[list.indexOf(episode) + 1];
  const { saver } = usePreferences();
  const { data: known } = useQuery({ ...playableQuery(next?.id ?? "", language), enabled: false });
  useNextEpisode(player, episode.id, {
    request() {
      if (next && !next.locked) void client.prefetchQuery(playableQuery(next.id, language));
    },
    prepare() {
      const source = find(next);
      if (source) player.prepare(source);
    },
    mayPrepare: known !== undefined && !saver,
  });
  return {
    player,
    locked,
    offer: locked ? error.offer : null,
    outdated: gone || (locked && !episode.locked),
    // Once it has answered, the player plays by that: what a later request could not renew, it says itself when it stops.
    failed: error !== null && !locked && data === undefined,
    storyboard: data?.playback.storyboard ?? null,
    retry: () => void refetch(),
  };
}

type Begin = Pick<Source, "at" | "resumes">;
