import { activeLines } from "./cue-text.ts";
import type { PlayerSlot } from "./player-slot.ts";
import type { Caption } from "./player-state.ts";

// A file that could not be loaded is requested again after longer and longer pauses: the connection may be back.
const MIN_PAUSE_MS = 2000;
const MAX_PAUSE_MS = 64_000;

/** Loads one caption file into the media element, and reports its active lines. */
export interface CaptionsTrack {
  /** Whether a file is loaded. */
  loaded(): boolean;
  show(slot: PlayerSlot | null, caption: Caption | undefined): Promise<void>;
}

/**
 * Creates the reader.
 * @param onLines receives the active lines
 */
export function createCaptionsTrack(onLines: (lines: string[]) => void): CaptionsTrack {
  let track: HTMLTrackElement | null = null;
  let wanted: object = {};

  async function load(slot: PlayerSlot | null, caption: Caption | undefined, pauseMs: number): Promise<void> {
    const own = {};
    wanted = own;
    track?.remove();
    track = null;
    onLines([]);
    const grants = slot?.grants();
    if (!slot || !grants || !caption) return;
    const url = await grants.fresh(caption.url);
    if (wanted !== own) return;
    const element = document.createElement("track");
    element.kind = "subtitles";
    element.srclang = caption.language;
    element.label = caption.label;
    element.src = url;
    slot.video.append(element);
    element.track.mode = "hidden";
    element.track.addEventListener("cuechange", () => {
      const cues = [...(element.track.activeCues ?? [])] as VTTCue[];
      if (element === track) onLines(activeLines(cues));
    });
    element.addEventListener("error", () => {
      if (element !== track) return;
      element.remove();
      track = null;
      const again = () => (wanted === own ? void load(slot, caption, pauseMs * 2) : undefined);
      if (pauseMs <= MAX_PAUSE_MS) setTimeout(again, pauseMs);
    });
    track = element;
  }

  return {
    loaded: () => track !== null,
    show: (slot, caption) => load(slot, caption, MIN_PAUSE_MS),
  };
}
