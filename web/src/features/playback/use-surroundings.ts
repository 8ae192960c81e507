import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { pauseWhileHidden } from "./pause-while-hidden.ts";
import { type Player, usePlayer } from "./player-store.ts";

/** Handles the player's environment: the page's visibility, the screen's sleep, and the connection. */
export function useSurroundings(player: Player): void {
  useEffect(() => pauseWhileHidden(player, document), [player]);
  useWakeLock(player);
  useEffect(() => {
    const resume = () => player.resume();
    window.addEventListener("online", resume);
    return () => window.removeEventListener("online", resume);
  }, [player]);
}

// A video with sound keeps the screen awake itself.
function useWakeLock(player: Player): void {
  const wanted = usePlayer(player, ({ status, muted }) => status === "playing" && muted);
  const lock = useEffectEvent(async (isOver: () => boolean) => {
    // Refused for example on a low battery: then the screen sleeps.
    const held = await navigator.wakeLock?.request("screen").catch(() => null);
    if (isOver()) await held?.release();
    return held ?? null;
  });
  useEffect(() => {
    if (!wanted) return undefined;
    let isOver = false;
    let held: Promise<WakeLockSentinel | null> = Promise.resolve(null);
    const take = () => {
      if (document.visibilityState === "visible") held = lock(() => isOver);
    };
    take();
    document.addEventListener("visibilitychange", take);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", take);
      void held.then((sentinel) => sentinel?.release());
    };
  }, [wanted]);
}

function subscribeToConnection(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Returns whether the device reports no connection. */
export function useOffline(): boolean {
  return useSyncExternalStore(
    subscribeToConnection,
    () => !navigator.onLine,
    () => false,
  );
}
