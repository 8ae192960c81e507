import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { CallError, call } from "../../lib/call.ts";
import { t } from "../../lib/messages.ts";
import { sentenceOf } from "../../lib/sentence.ts";
import styles from "./captions.module.css";
import { canPlay, playFilm } from "./play-film.ts";

interface FilmProps {
  id: string;
  number: number;
  video: RefObject<HTMLVideoElement | null>;
  /** Where it opens, in seconds: somebody may choose a moment before the film is there. */
  at: number | null;
  moved?: (seconds: number) => void;
}

/** The film of an episode beside its captions. It says its time while it plays and when it is searched in. */
export function Film({ id, number, video, at, moved }: FilmProps) {
  const [failed, setFailed] = useState(false);
  const query = useQuery({
    queryKey: ["film", id],
    queryFn: () => call("GET /api/console/episode/film", { id }),
    retry: (count, error) => count < 2 && error instanceof CallError && error.isLost,
  });
  const film = query.data;
  const openAt = useEffectEvent((element: HTMLVideoElement) => {
    if (at !== null) element.currentTime = at;
  });
  useEffect(() => {
    if (!film || !video.current || !canPlay(film)) return undefined;
    setFailed(false);
    openAt(video.current);
    return playFilm(video.current, { id, film }, () => setFailed(true));
  }, [film, id, video]);
  if (query.error)
    return (
      <p className={styles.noFilm}>
        {query.error instanceof CallError && query.error.reason === "not_ready"
          ? t("captions.filmNotReady")
          : sentenceOf(query.error)}
      </p>
    );
  if (!film) return <Skeleton className={styles.film ?? ""} />;
  if (!canPlay(film)) return <p className={styles.noFilm}>{t("captions.filmUnplayable")}</p>;
  if (failed) return <p className={styles.noFilm}>{t("captions.filmBroken")}</p>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: its captions are the list beside it
    <video // oxlint-disable-line jsx-a11y/media-has-caption
      ref={video}
      className={styles.film}
      aria-label={t("captions.filmOf", { number })}
      controls
      playsInline
      preload="auto"
      width={film.width}
      height={film.height}
      onTimeUpdate={({ currentTarget }) => moved?.(currentTarget.currentTime)}
      onSeeking={({ currentTarget }) => moved?.(currentTarget.currentTime)}
    />
  );
}
