import { useEffect, useEffectEvent } from "react";
import { type Player, usePlayer } from "./player-store.ts";

interface NowPlaying {
  title: string;
  artist: string;
  artwork: string;
  play: () => void;
  next: (() => void) | null;
  previous: (() => void) | null;
  /** Called for every system control that did something. */
  used: () => void;
}

/** Reports to the system what plays, and handles its controls (lock screen, headset): episodes are its tracks. */
export function useMediaSession(player: Player, now: NowPlaying): void {
  const { title, artist, artwork } = now;
  const canNext = now.next !== null;
  const canPrevious = now.previous !== null;
  const play = useEffectEvent(() => now.play());
  const used = useEffectEvent(() => now.used());
  const next = useEffectEvent(() => now.next?.());
  const previous = useEffectEvent(() => now.previous?.());

  useEffect(() => {
    if (!("mediaSession" in navigator)) return undefined;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata({ title, artist, artwork: [{ src: artwork }] });
    const handlers: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ["play", () => play()],
      ["pause", player.pause],
      ["seekbackward", ({ seekOffset }) => player.skip(-(seekOffset ?? 10))],
      ["seekforward", ({ seekOffset }) => player.skip(seekOffset ?? 10)],
      ["seekto", ({ seekTime }) => player.seek(seekTime ?? 0)],
      ["nexttrack", canNext ? () => next() : null],
      ["previoustrack", canPrevious ? () => previous() : null],
    ];
    for (const [action, handler] of handlers) {
      setHandler(
        session,
        action,
        handler &&
          ((details) => {
            used();
            handler(details);
          }),
      );
    }
    return () => {
      for (const [action] of handlers) setHandler(session, action, null);
      session.metadata = null;
    };
  }, [player, title, artist, artwork, canNext, canPrevious]);

  const playing = usePlayer(player, ({ status }) => status === "playing");
  const duration = usePlayer(player, (state) => state.duration);
  const rate = usePlayer(player, (state) => state.rate);
  // The system extrapolates the position: it needs changes, and an occasional correction.
  const tenth = usePlayer(player, ({ time }) => Math.floor(time / 10));
  const waiting = usePlayer(player, (state) => state.waiting);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is a change to report
  useEffect(() => {
    if (!("mediaSession" in navigator)) return;
    navigator.mediaSession.playbackState = playing ? "playing" : "paused";
    const { time } = player.get();
    if (!(duration > 0)) return;
    navigator.mediaSession.setPositionState?.({
      duration,
      playbackRate: rate,
      position: Math.min(time, duration),
    });
  }, [player, playing, waiting, duration, rate, tenth]);
}

// Browsers throw at an action name that they do not know.
function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): boolean {
  try {
    session.setActionHandler(action, handler);
    return true;
  } catch {
    return false;
  }
}
