import { activeLines } from "./cue-text.ts";
import type { PlayerSlot } from "./player-slot.ts";
import type { Caption } from "./player-state.ts";

/** Reads one caption file beside the picture, and says which of its lines are to be read now. */
export interface CaptionsTrack {
  /** Whether a file is being read. */
  loaded(): boolean;
  show(slot: PlayerSlot | null, caption: Caption | undefined): Promise<void>;
}

/** Builds the reader; `say` gets the lines. */
export function createCaptionsTrack(say: (lines: string[]) => void): CaptionsTrack {
  let track: HTMLTrackElement | null = null;
  let wanted: object = {};
  return {
    loaded: () => track !== null,
    async show(slot, caption) {
      const own = {};
      wanted = own;
      track?.remove();
      track = null;
      say([]);
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
        if (element === track) say(activeLines(cues));
      });
      track = element;
    },
  };
}
