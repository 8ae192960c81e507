import { useEffect, useEffectEvent, useState } from "react";

/**
 * Runs an action after some seconds, unless the user touches the page, types, or cancels it. Returns the seconds
 * left, null when it is cancelled.
 */
export function useAutoplay(
  seconds: number,
  action: (() => void) | null,
): { left: number | null; stay: () => void } {
  const [left, setLeft] = useState(seconds);
  const [isCancelled, setCancelled] = useState(false);
  const isRunning = action !== null && !isCancelled;
  const act = useEffectEvent(() => action?.());
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : act()), 1000);
    return () => clearTimeout(timer);
  }, [isRunning, left]);
  useEffect(() => {
    const stay = () => setCancelled(true);
    const inputEvents = ["pointerdown", "keydown", "wheel", "touchmove"] as const;
    for (const inputEvent of inputEvents) window.addEventListener(inputEvent, stay, { passive: true });
    return () => {
      for (const inputEvent of inputEvents) window.removeEventListener(inputEvent, stay);
    };
  }, []);
  return { left: isRunning ? left : null, stay: () => setCancelled(true) };
}
