import { useCallback, useEffect, useState } from "react";
import type { Player } from "./player-store.ts";

/**
 * Full screen of the whole document, so that sheets stay visible over the player; where the browser has none, as on an
 * iPhone, that of the film itself. `toggle` is null on the server, in the first render, and where there is neither.
 */
export function useFullscreen(player: Player): { full: boolean; toggle: (() => void) | null } {
  const [full, setFull] = useState(false);
  const [way, setWay] = useState<"document" | "film" | null>(null);

  useEffect(() => {
    if (document.fullscreenEnabled === true) setWay("document");
    else if ("webkitEnterFullscreen" in HTMLVideoElement.prototype) setWay("film");
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", follow);
    return () => {
      document.removeEventListener("fullscreenchange", follow);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);

  const toggle = useCallback(() => {
    if (way === "film") player.enlarge();
    else if (document.fullscreenElement) void document.exitFullscreen();
    // Refused outside a gesture: the button stays for the next tap.
    else document.documentElement.requestFullscreen().catch(() => setFull(false));
  }, [way, player]);

  return { full, toggle: way === null ? null : toggle };
}
