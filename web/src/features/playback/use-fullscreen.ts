import { useCallback, useEffect, useState } from "react";
import type { Player } from "./player-store.ts";

/**
 * Returns the full screen of the whole document, so that sheets stay visible over the player; where the browser has
 * none, as on an iPhone, that of the video itself. `toggle` is null on the server, in the first render, and where
 * neither is available.
 */
export function useFullscreen(player: Player): { full: boolean; toggle: (() => void) | null } {
  const [full, setFull] = useState(false);
  const [mode, setMode] = useState<"document" | "film" | null>(null);

  useEffect(() => {
    if (document.fullscreenEnabled === true) setMode("document");
    else if ("webkitEnterFullscreen" in HTMLVideoElement.prototype) setMode("film");
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", follow);
    return () => {
      document.removeEventListener("fullscreenchange", follow);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);

  const toggle = useCallback(() => {
    if (mode === "film") player.enlarge();
    else if (document.fullscreenElement) void document.exitFullscreen();
    // Refused outside a gesture; the button remains available.
    else document.documentElement.requestFullscreen().catch(() => setFull(false));
  }, [mode, player]);

  return { full, toggle: mode === null ? null : toggle };
}
