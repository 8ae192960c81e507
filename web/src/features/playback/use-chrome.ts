import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

const patience = 3000;

/**
 * Whether the player's controls are to be seen. They fade three seconds after the last sign of life, but never while
 * `held` is true and never under the keyboard's focus.
 */
export function useChrome(controls: RefObject<HTMLElement | null>, held: boolean) {
  const [active, setActive] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const wake = useCallback(() => {
    clearTimeout(timer.current);
    setActive(true);
    timer.current = setTimeout(function rest() {
      if (controls.current?.querySelector(":focus-visible")) timer.current = setTimeout(rest, patience);
      else setActive(false);
    }, patience);
  }, [controls]);

  useEffect(() => {
    wake();
    return () => clearTimeout(timer.current);
  }, [wake]);

  // What held them up is over: three seconds from now.
  useEffect(() => {
    if (!held) wake();
  }, [held, wake]);

  return { visible: held || active, wake };
}
