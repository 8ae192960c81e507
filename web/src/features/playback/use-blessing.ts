import { useEffect } from "react";
import type { Player } from "./player-store.ts";

/**
 * Lets every media element play with sound later: within each input of the page, browsers that require an input per
 * element are asked.
 */
export function useBlessing(player: Player): void {
  useEffect(() => {
    const control = new AbortController();
    for (const name of ["pointerup", "touchend", "keydown"] as const)
      document.addEventListener(name, player.bless, { capture: true, passive: true, signal: control.signal });
    return () => control.abort();
  }, [player]);
}
