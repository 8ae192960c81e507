import { useEffect, useRef } from "react";

/**
 * Saves what is typed into a field when the field is left, and when its screen is: the browser's way back takes a field away
 * without leaving it first. Returns what the field reports.
 */
export function useLeftField(save: () => void): { typed: () => void; left: () => void } {
  const isTyped = useRef(false);
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(
    () => () => {
      if (isTyped.current) latest.current();
    },
    [],
  );
  return {
    typed: () => {
      isTyped.current = true;
    },
    left: () => {
      isTyped.current = false;
      save();
    },
  };
}
