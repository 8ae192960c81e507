import { useCallback, useEffect, useState } from "react";

/**
 * Full screen of the whole document, so that sheets stay visible over the player.
 * `supported` is false on the server, in the first render, and on phones that know none.
 */
export function useFullscreen() {
  const [full, setFull] = useState(false);
  const [supported, setSupported] = useState(false);

  useEffect(() => {
    setSupported(document.fullscreenEnabled === true);
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", follow);
    return () => {
      document.removeEventListener("fullscreenchange", follow);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);

  const toggle = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen();
    // Refused outside a gesture: the button stays for the next tap.
    else document.documentElement.requestFullscreen().catch(() => setFull(false));
  }, []);

  return { full, supported, toggle };
}
