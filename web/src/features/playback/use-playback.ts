import type { Episode, Offer, PlayableEpisode } from "@cliffhanger/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { savesData } from "../../lib/saves-data.ts";
import { storage } from "../../lib/storage.ts";
import { useLanguage } from "../../lib/use-language.ts";
import { chooseCaptions } from "./caption-choice.ts";
import { createEngine } from "./engine.ts";
import { createPlayer, type Player, usePlayer } from "./player-store.ts";
import { playableQuery } from "./queries.ts";
import { warm } from "./warm.ts";

// The next episode is warmed only when this much of the present one lies ready: it must not take its bandwidth.
const enoughAhead = 10;

/** How an episode stands: it plays, it is locked (`offer` says what opens it), or the server failed to say. */
export interface Playback {
  player: Player;
  locked: boolean;
  offer: Offer | null;
  failed: boolean;
  /** Where the open episode was resumed, in seconds; null when it began where its address says. */
  resumedAt: number | null;
  retry: () => void;
}

interface Wanted {
  episode: Episode;
  /** Where the episode begins, in seconds: looked at when it opens. */
  at: number;
  /** `at` is where the viewer had been, not what the address asks for. */
  resumes: boolean;
}

/** Plays the episode given, keeps its media open, and warms the one after it. */
export function usePlayback({ episode, at, resumes }: Wanted): Playback {
  const [player] = useState(() => createPlayer(createEngine));
  const client = useQueryClient();
  const language = useLanguage();
  const { data, error, refetch } = useQuery(playableQuery(episode.id, language));
  const opened = useRef<string | null>(null);
  const [resumed, setResumed] = useState<{ episodeId: string; at: number } | null>(null);
  const coming = useRef<{ id: string; hls: string; expiresAt: string } | null>(null);
  const locked = error instanceof ApiError && error.code === 402;

  useEffect(() => {
    const found = data?.playback ?? (coming.current?.id === episode.id ? coming.current : null);
    if (found && opened.current !== episode.id) {
      opened.current = episode.id;
      const renew = () =>
        client
          .fetchQuery({ ...playableQuery(episode.id, language), staleTime: 0 })
          .then(({ playback }: PlayableEpisode) => playback);
      const { hls, expiresAt } = found;
      player.open({
        episodeId: episode.id,
        hls,
        expiresAt,
        at,
        duration: episode.duration,
        renew,
      });
      setResumed(resumes && at > 0 ? { episodeId: episode.id, at } : null);
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
  }, [player, client, data, episode, language, at, resumes]);

  useWarmNext(player, data?.playback.next?.hls ?? null);
  return {
    player,
    locked,
    offer: locked ? error.offer : null,
    failed: error !== null && !locked,
    resumedAt: resumed?.episodeId === episode.id ? resumed.at : null,
    retry: () => void refetch(),
  };
}

function useWarmNext(player: Player, hls: string | null): void {
  const ready = usePlayer(player, ({ ahead, time, duration, started }) => {
    return started && (ahead >= enoughAhead || (duration > 0 && time + ahead > duration - 0.5));
  });
  useEffect(() => {
    if (!ready || !hls || savesData()) return undefined;
    const control = new AbortController();
    // Nothing depends on it: what could not be warmed is fetched when it plays.
    warm(hls, player.height(), control.signal).catch(() => undefined);
    return () => control.abort();
  }, [ready, hls, player]);
}
