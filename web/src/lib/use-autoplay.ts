import { useEffect, useEffectEvent, useState } from "react";

/**
 * Runs an action after some seconds, unless the user touches the page, types, or cancels it. Returns the seconds
 * left, null when it is cancelled. The page that the browser's way back leads to again stays: it would lead forward for ever.
 */
export function useAutoplay(
  seconds: number,
  action: (() => void) | null,
): { left: number | null; stay: () => void } {
  const [left, setLeft] = useState(seconds);
  const [isCancelled, setCancelled] = useState(wasHere);
  const isRunning = action !== null && !isCancelled;
  const act = useEffectEvent(() => {
    noteHere();
    action?.();
  });
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : act()), 1000);
    return () => clearTimeout(timer);
  }, [isRunning, left]);
  useEffect(() => {
    const stay = () => {
      noteHere();
      setCancelled(true);
    };
    const inputEvents = ["pointerdown", "keydown", "wheel", "touchmove"] as const;
    for (const inputEvent of inputEvents) window.addEventListener(inputEvent, stay, { passive: true });
    return () => {
      for (const inputEvent of inputEvents) window.removeEventListener(inputEvent, stay);
    };
  }, []);
  return { left: isRunning ? left : null, stay: () => setCancelled(true) };
}

// In the entry of the browser's history, which a new visit to the same address has not.
function wasHere(): boolean {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "stays" in state;
}

function noteHere(): void {
  const state: unknown = history.state;
  history.replaceState({ ...(typeof state === "object" && state), stays: true }, "");
}
