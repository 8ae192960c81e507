import { useEffect, useEffectEvent, useState } from "react";

/**
 * Does something by itself after some seconds, unless the person touches the page, types, or calls it off. Answers the seconds
 * that are left, null when it is off.
 */
export function useAutoplay(
  seconds: number,
  deed: (() => void) | null,
): { left: number | null; stay: () => void } {
  const [left, setLeft] = useState(seconds);
  const [off, setOff] = useState(false);
  const runs = deed !== null && !off;
  const act = useEffectEvent(() => deed?.());
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : act()), 1000);
    return () => clearTimeout(timer);
  }, [runs, left]);
  useEffect(() => {
    const stay = () => setOff(true);
    const signs = ["pointerdown", "keydown", "wheel", "touchmove"] as const;
    for (const sign of signs) window.addEventListener(sign, stay, { passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, stay);
    };
  }, []);
  return { left: runs ? left : null, stay: () => setOff(true) };
}
