// oxlint-disable jsx-a11y/media-has-caption -- the store adds the chosen track, and the overlay shows its lines
import { useEffect, useRef } from "react";
import { type Player, usePlayer } from "./player-store.ts";
import { isWide } from "./shape.ts";

interface ReelProps {
  player: Player;
  slot: number;
  /** The section that it lies over; null while the page is as the server wrote it. */
  top: number | null;
  active: boolean;
  /** It has a frame of the episode of its section. */
  shown: boolean;
  /** Width by height of the section's still. */
  ratio: number | null;
}

/**
 * One of the media elements. It moves from section to section and is never taken out of the document, which would stop it.
 * While it has no frame it is there all the same, only not to be seen: browsers tell of a first frame only where they
 * draw one.
 */
export function Reel({ player, slot, top, active, shown, ratio }: ReelProps) {
  const video = useRef<HTMLVideoElement>(null);
  const own = usePlayer(player, (state) => (state.slot === slot ? state.ratio : null));
  const wide = isWide(own ?? ratio ?? 0);
  useEffect(() => (video.current ? player.attach(video.current, slot) : undefined), [player, slot]);
  return (
    // biome-ignore lint/a11y/useMediaCaption: the store adds the chosen track, and the overlay shows its lines
    <video
      ref={video}
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
