import { useSyncExternalStore } from "react";
import { type Store, storage } from "../../lib/storage.ts";

export const captionSizes = ["small", "medium", "large"] as const;
export const captionGrounds = ["none", "shade", "solid"] as const;

/** The viewer's playback preferences, saved on this device. */
export interface Preferences {
  /** Whether the next episode starts automatically. */
  autoplay: boolean;
  /** Whether the picture is smaller and nothing is prefetched. */
  saver: boolean;
  captionSize: (typeof captionSizes)[number];
  captionGround: (typeof captionGrounds)[number];
}

export const defaultPreferences: Preferences = {
  autoplay: true,
  saver: false,
  captionSize: "medium",
  captionGround: "shade",
};

/** Reads the saved preferences; invalid values become defaults. */
export function readPreferences(store: Store): Preferences {
  const stored = parse(store.get("player"));
  const { autoplay, saver, captionSize, captionGround } = defaultPreferences;
  return {
    autoplay: typeof stored["autoplay"] === "boolean" ? stored["autoplay"] : autoplay,
    saver: typeof stored["saver"] === "boolean" ? stored["saver"] : saver,
    captionSize: captionSizes.find((size) => size === stored["captionSize"]) ?? captionSize,
    captionGround: captionGrounds.find((ground) => ground === stored["captionGround"]) ?? captionGround,
  };
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

let current: Preferences | null = null;
const listeners = new Set<() => void>();

/** Returns the current preferences. */
export function currentPreferences(): Preferences {
  current ??= readPreferences(storage);
  return current;
}

/** Changes the preferences of this device, now and for later visits. */
export function prefer(change: Partial<Preferences>): void {
  // Another tab may have changed others meanwhile.
  current = { ...readPreferences(storage), ...change };
  storage.set("player", JSON.stringify(current));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the preferences; the component rerenders when they change. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, currentPreferences, () => defaultPreferences);
}
