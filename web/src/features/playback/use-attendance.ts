import { useEffect } from "react";
import type { Player } from "./player-store.ts";

/** Reports every input of the page to the player, which asks now and then whether anyone is watching. */
export function useAttendance(player: Player): void {
  useEffect(() => followInputs(player.attend), [player]);
}

/** Calls back for every input of the viewer, anywhere in the page. Returns a function that stops it. */
function followInputs(attended: () => void): () => void {
  const control = new AbortController();
  const options = { capture: true, passive: true, signal: control.signal };
  for (const name of ["pointerdown", "touchstart", "wheel", "keydown"] as const)
    document.addEventListener(name, attended, options);
  document.addEventListener(
    "pointermove",
    // Browsers also report a move when only the page under a resting mouse changed.
    ({ movementX, movementY }) => (movementX !== 0 || movementY !== 0 ? attended() : undefined),
    options,
  );
  return () => control.abort();
}
