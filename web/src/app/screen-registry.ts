import type { ComponentType } from "react";
import type { ScreenName } from "./routes.ts";

type Screen = ComponentType;

const ready = new Map<ScreenName, Screen>();
const coming = new Map<ScreenName, Promise<void>>();

// The list of all the others travels apart: home, where most people arrive, does not wait for it.
async function load(name: ScreenName): Promise<Screen> {
  if (name === "home") return (await import("../screens/home.tsx")).HomeScreen;
  return (await import("./later-screens.ts")).loadLater(name);
}

/** Fetches a screen's code, words and styles; the second time they are there already. */
export function loadScreen(name: ScreenName): Promise<void> {
  const pending = coming.get(name) ?? load(name).then((screen) => void ready.set(name, screen));
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
