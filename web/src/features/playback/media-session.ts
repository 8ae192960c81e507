import { useEffect } from "react";
import type { Player } from "./player-store.ts";

interface NowPlaying {
  title: string;
  artist: string;
  artwork: string;
  next: (() => void) | null;
  previous: (() => void) | null;
}

/** Tells the system what plays, and lets its own buttons (lock screen, headset) steer it. */
export function useMediaSession(
  player: Player,
  { title, artist, artwork, next, previous }: NowPlaying,
): void {
  useEffect(() => {
    if (!("mediaSession" in navigator)) return undefined;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata({ title, artist, artwork: [{ src: artwork }] });
    const handlers: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ["play", player.play],
      ["pause", player.pause],
      ["seekbackward", () => player.skip(-10)],
      ["seekforward", () => player.skip(10)],
      ["seekto", ({ seekTime }) => player.seek(seekTime ?? 0)],
      ["nexttrack", next],
      ["previoustrack", previous],
    ];
    for (const [action, handler] of handlers) session.setActionHandler(action, handler);
    return () => {
      for (const [action] of handlers) session.setActionHandler(action, null);
      session.metadata = null;
    };
  }, [player, title, artist, artwork, next, previous]);
}
