import { useEffect, useState } from "react";
import type { Player } from "./player-store.ts";

/** Returns a function that toggles the picture-in-picture window; null where the browser has none. */
export function useFloating(player: Player): (() => void) | null {
  const [supported, setSupported] = useState(false);
  useEffect(() => setSupported(document.pictureInPictureEnabled === true), []);
  return supported ? player.float : null;
}
