import type { PlayerSource } from "./player-source.ts";
import type { StateHolder } from "./state-holder.ts";

/** Play, pause and seek in the episode on the screen. */
export interface Transport {
  play(): void;
  pause(): void;
  seek(time: number): void;
  /** Continues what waits for the connection, which is back. */
  resume(): void;
}

/** Creates the transport of a source. */
export function createTransport({ get, dispatch }: StateHolder, source: PlayerSource): Transport {
  const videoOf = () => (source.isOpen() ? source.slot()?.video : undefined);

  function play(): void {
    const video = videoOf();
    const { status, silenced } = get();
    if (!video || status === "failed") return;
    if (status === "ended") video.currentTime = 0;
    // It was muted by the autoplay policy, which a tap satisfies.
    if (status === "blocked" && silenced) dispatch({ type: "muted", muted: false });
    source.report({ type: "wanted" });
    void source.begin();
  }

  return {
    play,
    pause() {
      source.cancel();
      const video = source.slot()?.video;
      // A video that still waits to start would not report it.
      if (video?.paused) source.report({ type: "paused" });
      video?.pause();
    },
    seek(time) {
      const video = videoOf();
      if (!video) return;
      const { duration, status } = get();
      const target = Math.min(Math.max(0, time), Math.max(0, duration - 0.1));
      source.report({ type: "sought", time: target });
      video.currentTime = target;
      if (status === "ended") play();
    },
    resume() {
      const { status, failure } = get();
      if (status === "failed" && failure === "network") source.retry();
      else if (source.isOpen()) source.slot()?.resume();
    },
  };
}
