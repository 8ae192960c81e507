import { useEffect, useState } from "react";
import type { Player } from "./player-store.ts";

/** Puts the film into a small window over other programs, or back; null where the browser has no such window. */
export function useFloating(player: Player): (() => void) | null {
  const [supported, setSupported] = useState(false);
  useEffect(() => setSupported(document.pictureInPictureEnabled === true), []);
  return supported ? player.float : null;
}
