// oxlint-disable jsx-a11y/media-has-caption -- the store adds the chosen track, and the overlay shows its lines
import type { Image } from "@cliffhanger/contract";
import { FastForward, Play, Rewind } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Picture } from "../../ui/picture.tsx";
import { type Player, usePlayer } from "./player-store.ts";
import { useTaps } from "./use-taps.ts";

interface StageProps {
  player: Player;
  /** The still before the first frame. */
  still: Image;
  sizes: string;
  /** The still stays, blurred: there is nothing to play. */
  veiled: boolean;
  onSwipe: (direction: "up" | "down") => void;
}

// A picture up to a third wider or narrower than the stage fills it; beyond that it is letterboxed, not cut.
const fill = 1.35;

/** The picture itself: still, video, what the fingers do, and the signs of waiting. */
export function Stage({ player, still, sizes, veiled, onSwipe }: StageProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const started = usePlayer(player, (state) => state.started);
  const waiting = usePlayer(player, (state) => state.waiting);
  const status = usePlayer(player, (state) => state.status);
  const ratio = usePlayer(player, (state) => state.ratio) ?? still.width / still.height;
  const { handlers, skipped, fast } = useTaps(player, onSwipe);

  useEffect(() => (video.current ? player.attach(video.current) : undefined), [player]);

  // A portrait picture fills the tall stage; a wide one lies on its own blurred art.
  const wide = ratio > 0.5625 * fill;
  const fit = wide ? "object-contain" : "object-cover broad:object-contain";
  return (
    <>
      <Picture
        image={still}
        sizes="64px"
        className={`absolute -inset-8 opacity-50 blur-art ${wide || veiled ? "" : "hidden broad:block"}`}
      />
      {/* A pixel short: browsers take a picture that fills the screen for a background, and measure what comes later. */}
      {started && !veiled ? null : (
        <Picture
          key={still.url}
          image={still}
          sizes={sizes}
          priority
          placeholder={!wide}
          className={`absolute inset-x-0 top-0 bottom-px ${veiled ? "scale-110 blur-art" : ""}`}
          imageClassName={fit}
        />
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: the store adds the chosen track, and the overlay shows its lines */}
      <video
        ref={video}
        playsInline
        disableRemotePlayback
        preload="auto"
        aria-hidden
        tabIndex={-1}
        className={`absolute inset-0 size-full ${fit} ${started && !veiled ? "" : "opacity-0"}`}
      />
      <div aria-hidden {...handlers} className="absolute inset-0 touch-none select-none" />
      {veiled ? null : (
        <>
          {waiting && status !== "failed" ? (
            <span
              role="status"
              className="pointer-events-none absolute inset-0 m-auto size-12 animate-spin rounded-full border-3 border-white/25 border-t-white opacity-100 transition-opacity delay-400 duration-200 starting:opacity-0"
            >
              <span className="sr-only">{t("watch.loading")}</span>
            </span>
          ) : null}
          {status === "paused" || status === "blocked" ? (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-0 m-auto flex size-19 items-center justify-center rounded-full bg-black/45 frosted transition-[opacity,scale] duration-150 ease-out starting:scale-125 starting:opacity-0"
            >
              <Play className="ml-1 size-9 fill-white text-white" />
            </span>
          ) : null}
          {skipped ? <Skipped key={skipped.key} seconds={skipped.seconds} /> : null}
          {fast ? (
            <span className="pointer-events-none absolute top-20 left-1/2 -translate-x-1/2 rounded-full bg-black/60 px-4 py-1.5 text-sm font-medium">
              {t("watch.fast")}
            </span>
          ) : null}
        </>
      )}
    </>
  );
}

function Skipped({ seconds }: { seconds: number }) {
  const forward = seconds > 0;
  const Icon = forward ? FastForward : Rewind;
  return (
    <span
      aria-hidden
      className={`pointer-events-none absolute inset-y-0 flex w-2/5 animate-skip flex-col items-center justify-center gap-1 bg-white/10 font-semibold ${forward ? "right-0 rounded-l-full" : "left-0 rounded-r-full"}`}
    >
      <Icon className="size-7 fill-white" />
      {forward ? `+${seconds}` : `−${-seconds}`}
    </span>
  );
}
