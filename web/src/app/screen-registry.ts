import type { ComponentType } from "react";
import type { ScreenName } from "./routes.ts";

type Screen = ComponentType;

const loaders: Record<ScreenName, () => Promise<Screen>> = {
  home: async () => (await import("../screens/home.tsx")).HomeScreen,
  watch: async () => (await import("../screens/watch.tsx")).WatchScreen,
  browse: async () => (await import("../screens/browse.tsx")).BrowseScreen,
  more: async () => (await import("../screens/more.tsx")).MoreScreen,
  notFound: async () => (await import("../screens/not-found.tsx")).NotFoundScreen,
};

const ready = new Map<ScreenName, Screen>();
const coming = new Map<ScreenName, Promise<void>>();

/** Fetches a screen's code; the second time it is there already. */
export function loadScreen(name: ScreenName): Promise<void> {
  const pending = coming.get(name) ?? loaders[name]().then((screen) => void ready.set(name, screen));
  coming.set(name, pending);
  pending.catch(() => coming.delete(name));
  return pending;
}

/** Gives a screen whose code is here already: the server has them all. */
export function provideScreen(name: ScreenName, screen: Screen): void {
  ready.set(name, screen);
}

/** A screen whose code is here, else null. The screen of the first view always is. */
export function readyScreen(name: ScreenName): Screen | null {
  return ready.get(name) ?? null;
}
