// oxlint-disable jsx-a11y/media-has-caption -- the store adds the chosen track, and the overlay shows its lines
import { useEffect, useRef } from "react";
import { type Player, usePlayer } from "./player-store.ts";
import { isWide } from "./shape.ts";

interface FeedVideoProps {
  player: Player;
  slot: number;
  /** The section that it covers; null until hydration. */
  top: number | null;
  active: boolean;
  /** Whether it shows a frame of its section's episode. */
  shown: boolean;
  /** The aspect ratio of the section's still. */
  ratio: number | null;
}

/**
 * Renders one of the media elements. It moves from section to section and never leaves the document, which would stop
 * it. Without a frame it stays rendered but invisible, because browsers report a first frame only for a rendered
 * element.
 */
export function FeedVideo({ player, slot, top, active, shown, ratio }: FeedVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const ownRatio = usePlayer(player, (state) => (state.slot === slot ? state.ratio : null));
  const wide = isWide(ownRatio ?? ratio ?? 0);
  useEffect(() => (video.current ? player.attach(video.current, slot) : undefined), [player, slot]);
  return (
    // biome-ignore lint/a11y/useMediaCaption: the store adds the chosen track, and the overlay shows its lines
    <video
      ref={video}
      // Captions of a media host of its own are refused without it.
      crossOrigin="anonymous"
      playsInline
      disableRemotePlayback
      preload="auto"
      aria-hidden
      tabIndex={-1}
      data-active={active || undefined}
      style={top === null ? undefined : { top: `${top * 100}%` }}
      className={`pointer-events-none absolute inset-x-0 top-0 size-full ${wide ? "object-contain" : "object-cover broad:object-contain"} ${shown ? "transition-opacity duration-150 ease-out" : "opacity-1"}`}
    />
  );
}
