import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

const HIDE_AFTER_MS = 3000;

/**
 * Returns whether the player's controls are visible. They fade three seconds after the last activity, but never while
 * `held` is true or with the keyboard's focus.
 */
export function useControlsVisibility(controls: RefObject<HTMLElement | null>, held: boolean) {
  const [active, setActive] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const wake = useCallback(() => {
    clearTimeout(timer.current);
    setActive(true);
    timer.current = setTimeout(function hide() {
      if (controls.current?.querySelector(":focus-visible")) timer.current = setTimeout(hide, HIDE_AFTER_MS);
      else setActive(false);
    }, HIDE_AFTER_MS);
  }, [controls]);

  useEffect(() => {
    wake();
    return () => clearTimeout(timer.current);
  }, [wake]);

  // The three seconds start when nothing holds them visible any more.
  useEffect(() => {
    if (!held) wake();
  }, [held, wake]);

  return { visible: held || active, wake };
}
