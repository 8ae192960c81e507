import type { ScreenName } from "@cliffhanger/contract/screens";
import { type ComponentType, createElement } from "react";
import type { Access, Guard, Screen } from "../screen.ts";
import { loadPart } from "./load-part.ts";

type Screens = Readonly<Record<ScreenName, Screen>>;
type Guards = Readonly<Partial<Record<Access, () => Promise<Guard>>>>;

const ready = new Map<ScreenName, ComponentType>();
const coming = new Map<ScreenName, Promise<void>>();
let screens: Screens | undefined;
let guards: Guards = {};

/** Registers the table of screens, and the guards that its column `access` names. */
export function defineScreens<T extends Screens>(table: T, guardsByAccess: Guards): T {
  screens = table;
  guards = guardsByAccess;
  return table;
}

/** Returns the row of a screen. */
export function screenRow(name: ScreenName): Screen {
  if (!screens) throw new Error("No table of screens");
  return screens[name];
}

/** Loads a screen's code, guard, messages and styles; the second time they are there already. */
export function loadScreen(name: ScreenName): Promise<void> {
  const pending = coming.get(name) ?? load(name).then((screen) => void ready.set(name, screen));
  coming.set(name, pending);
  pending.catch(() => coming.delete(name));
  return pending;
}

/** Loads the code of all screens, for the server. */
export async function loadAllScreens(): Promise<void> {
  const names = Object.keys(screens ?? {}) as ScreenName[];
  await Promise.all(names.map(async (name) => ready.set(name, await loadCode(screenRow(name)))));
}

/** Returns a screen whose code is loaded, otherwise null. The screen of the first view always is. */
export function readyScreen(name: ScreenName): ComponentType | null {
  return ready.get(name) ?? null;
}

function load(name: ScreenName): Promise<ComponentType> {
  const row = screenRow(name);
  return loadPart(() => loadCode(row), row);
}

async function loadCode({ load, access }: Screen): Promise<ComponentType> {
  const [Screen, Guard] = await Promise.all([load(), guards[access]?.()]);
  if (!Guard) return Screen;
  return () => createElement(Guard, { Screen });
}
