import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { type Player, usePlayer } from "./player-store.ts";

/** What happens around the player: the page is hidden and comes back, the screen would sleep, the connection goes and comes. */
export function useSurroundings(player: Player): void {
  usePauseWhileHidden(player);
  useWakeLock(player);
  useEffect(() => {
    const back = () => player.resume();
    window.addEventListener("online", back);
    return () => window.removeEventListener("online", back);
  }, [player]);
}

// Whoever looks elsewhere misses nothing. What was paused by that goes on by itself; in the small window it plays on.
function usePauseWhileHidden(player: Player): void {
  useEffect(() => {
    let interrupted = false;
    const follow = () => {
      const { status, floating } = player.get();
      if (document.visibilityState === "hidden") {
        interrupted = status === "playing" && !floating;
        if (interrupted) player.pause();
      } else if (interrupted) {
        interrupted = false;
        if (status === "paused") player.play();
      }
    };
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, [player]);
}

// A film with sound keeps the screen awake by itself.
function useWakeLock(player: Player): void {
  const wanted = usePlayer(player, ({ status, muted }) => status === "playing" && muted);
  const lock = useEffectEvent(async (isOver: () => boolean) => {
    // Refused on an empty battery, for one: then the screen sleeps.
    const held = await navigator.wakeLock?.request("screen").catch(() => null);
    if (isOver()) await held?.release();
    return held ?? null;
  });
  useEffect(() => {
    if (!wanted) return undefined;
    let over = false;
    let held: Promise<WakeLockSentinel | null> = Promise.resolve(null);
    const take = () => {
      if (document.visibilityState === "visible") held = lock(() => over);
    };
    take();
    document.addEventListener("visibilitychange", take);
    return () => {
      over = true;
      document.removeEventListener("visibilitychange", take);
      void held.then((sentinel) => sentinel?.release());
    };
  }, [wanted]);
}

function followLine(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether the device says that it has no connection. */
export function useOffline(): boolean {
  return useSyncExternalStore(
    followLine,
    () => !navigator.onLine,
    () => false,
  );
}
