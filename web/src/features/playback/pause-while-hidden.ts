import type { Player } from "./player-store.ts";

/** The part of a document that says whether its page is seen. */
type Page = Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;

/**
 * Pauses the player while its page is hidden, and resumes afterwards what it paused; picture-in-picture continues. Returns a function
 * that ends this.
 */
export function pauseWhileHidden(player: Player, page: Page): () => void {
  let isInterrupted = false;
  // Started by the system's media controls: such a viewer wants to listen although the page is hidden.
  let isRequested = false;
  let before = player.get().status;
  function interrupt(): void {
    isInterrupted = true;
    player.pause();
  }
  function follow(): void {
    const { status, floating } = player.get();
    isRequested = false;
    if (page.visibilityState === "hidden") {
      isInterrupted = false;
      if (status === "playing" && !floating) interrupt();
    } else if (isInterrupted) {
      isInterrupted = false;
      if (status === "paused") player.play();
    }
  }
  // A start that was pending when the page was hidden, or an automatic next episode, would play unseen.
  const stop = player.subscribe(() => {
    const { status, floating } = player.get();
    const was = before;
    before = status;
    if (page.visibilityState !== "hidden" || floating || status !== "playing") return;
    if (was === "paused") isRequested = true;
    else if (was === "loading" && !isRequested) interrupt();
  });
  page.addEventListener("visibilitychange", follow);
  return () => {
    stop();
    page.removeEventListener("visibilitychange", follow);
  };
}
