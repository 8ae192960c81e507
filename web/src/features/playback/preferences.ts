import { useSyncExternalStore } from "react";
import { type Store, storage } from "../../lib/storage.ts";

export const captionSizes = ["small", "medium", "large"] as const;
export const captionGrounds = ["none", "shade", "solid"] as const;

/** How somebody likes to watch: kept on this device. */
export interface Preferences {
  /** The next episode begins by itself. */
  autoplay: boolean;
  /** A smaller picture, and nothing fetched ahead. */
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

/** Reads what was kept; whatever is not one of the choices counts as not kept. */
export function readPreferences(store: Store): Preferences {
  const kept = parse(store.get("player"));
  const { autoplay, saver, captionSize, captionGround } = defaultPreferences;
  return {
    autoplay: typeof kept["autoplay"] === "boolean" ? kept["autoplay"] : autoplay,
    saver: typeof kept["saver"] === "boolean" ? kept["saver"] : saver,
    captionSize: captionSizes.find((size) => size === kept["captionSize"]) ?? captionSize,
    captionGround: captionGrounds.find((ground) => ground === kept["captionGround"]) ?? captionGround,
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

/** The preferences, as they are now. */
export function preferencesNow(): Preferences {
  current ??= readPreferences(storage);
  return current;
}

/** Changes how this device plays, now and on later visits. */
export function prefer(change: Partial<Preferences>): void {
  current = { ...preferencesNow(), ...change };
  storage.set("player", JSON.stringify(current));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The preferences, as they change. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferencesNow, () => defaultPreferences);
}
