import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { type Player, usePlayer } from "./player-store.ts";

/** Handles the player's environment: the page's visibility, the screen's sleep, and the connection. */
export function useSurroundings(player: Player): void {
  usePauseWhileHidden(player);
  useWakeLock(player);
  useEffect(() => {
    const resume = () => player.resume();
    window.addEventListener("online", resume);
    return () => window.removeEventListener("online", resume);
  }, [player]);
}

// Pauses while the page is hidden, and resumes afterwards what it paused; picture-in-picture continues.
function usePauseWhileHidden(player: Player): void {
  useEffect(() => {
    let isInterrupted = false;
    // Started by the system's media controls: such a viewer wants to listen although the page is hidden.
    let isRequested = false;
    let before = player.get().status;
    function interrupt(): void {
      isInterrupted = true;
      player.pause();
    }
    const follow = () => {
      const { status, floating } = player.get();
      isRequested = false;
      if (document.visibilityState === "hidden") {
        isInterrupted = false;
        if (status === "playing" && !floating) interrupt();
      } else if (isInterrupted) {
        isInterrupted = false;
        if (status === "paused") player.play();
      }
    };
    // A start that was pending when the page was hidden, or an automatic next episode, would play unseen.
    const stop = player.subscribe(() => {
      const { status, floating } = player.get();
      const was = before;
      before = status;
      if (document.visibilityState !== "hidden" || floating || status !== "playing") return;
      if (was === "paused") isRequested = true;
      else if (was === "loading" && !isRequested) interrupt();
    });
    document.addEventListener("visibilitychange", follow);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", follow);
    };
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
