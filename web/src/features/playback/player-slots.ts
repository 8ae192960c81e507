import type { EngineFactory, Limits } from "./engine.ts";
import { playResult } from "./media-events.ts";
import { createSlot, type PlayerSlot, type SlotEvents, type Source } from "./player-slot.ts";

/** The media elements of a player, each in its slot. */
export interface PlayerSlots {
  at(slot: number): PlayerSlot | null;
  /** Adds a media element. Returns a function that removes it. */
  attach(video: HTMLVideoElement, slot: number): () => void;
  /** Loads what the first frame of an episode needs, unless that is loaded already. */
  prepare(source: Source, slot: number): void;
  /**
   * Calls `play()` once within an input on every element except that of `busy`, so that it may play with sound later.
   */
  bless(busy: number | null): void;
  limit(change: Partial<Limits>): void;
}

/** The events of the slots. */
interface SlotsEvents {
  report(slot: number, ...event: Parameters<SlotEvents["report"]>): void;
  painted(slot: number, episodeId: string | null): void;
}

/** Creates the slots, still without media elements. */
export function createSlots(createEngine: EngineFactory, events: SlotsEvents): PlayerSlots {
  const slots = new Map<number, PlayerSlot>();
  const blessed = new Set<number>();
  let limits: Limits = { quality: null, saver: false };

  return {
    at: (slot) => slots.get(slot) ?? null,
    attach(video, slot) {
      const created = createSlot(video, createEngine, {
        report: (...event) => events.report(slot, ...event),
        painted: (episodeId) => events.painted(slot, episodeId),
      });
      slots.set(slot, created);
      created.limit(limits);
      return () => {
        created.close();
        slots.delete(slot);
        blessed.delete(slot);
        events.painted(slot, null);
      };
    },
    prepare(source, slot) {
      const found = slots.get(slot);
      if (found && found.source()?.episodeId !== source.episodeId) found.load(source, true);
    },
    bless(busy) {
      for (const [slot, { video }] of slots) {
        if (blessed.has(slot) || slot === busy) continue;
        blessed.add(slot);
        // It is not meant to play. After a refusal the browser does not count this input; the next one may count.
        void playResult(video.play()).then((result) => (result === "refused" ? blessed.delete(slot) : null));
        video.pause();
      }
    },
    limit(change) {
      limits = { ...limits, ...change };
      for (const slot of slots.values()) slot.limit(limits);
    },
  };
}
