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
    // By the system's own buttons: whoever uses them wants to hear it though they look elsewhere.
    let asked = false;
    let before = player.get().status;
    function interrupt(): void {
      interrupted = true;
      player.pause();
    }
    const follow = () => {
      const { status, floating } = player.get();
      asked = false;
      if (document.visibilityState === "hidden") {
        interrupted = false;
        if (status === "playing" && !floating) interrupt();
      } else if (interrupted) {
        interrupted = false;
        if (status === "paused") player.play();
      }
    };
    // What was still on its way when the page was left, or what follows by itself, would begin unseen.
    const stop = player.subscribe(() => {
      const { status, floating } = player.get();
      const was = before;
      before = status;
      if (document.visibilityState !== "hidden" || floating || status !== "playing") return;
      if (was === "paused") asked = true;
      else if (was === "loading" && !asked) interrupt();
    });
    document.addEventListener("visibilitychange", follow);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", follow);
    };
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
