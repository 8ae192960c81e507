import { useEffect } from "react";
import type { Player } from "./player-store.ts";

/** Lets every media element sound later: browsers that want an input for each are asked within any input of the page. */
export function useBlessing(player: Player): void {
  useEffect(() => {
    const control = new AbortController();
    for (const name of ["pointerup", "touchend", "keydown"] as const)
      document.addEventListener(name, player.bless, { capture: true, passive: true, signal: control.signal });
    return () => control.abort();
  }, [player]);
}
