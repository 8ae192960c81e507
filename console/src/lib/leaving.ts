import { useEffect } from "react";
import { readText, writeText } from "./storage.ts";

/** What would be lost now if the page were left, each under a key of its own. */
const held = new Set<unknown>();

function ask(event: Event): void {
  // A browser shows no question on a page that nobody has touched, and would complain instead.
  if (navigator.userActivation?.hasBeenActive !== false) event.preventDefault();
}

function hold(key: unknown): void {
  if (held.size === 0) addEventListener("beforeunload", ask);
  held.add(key);
}

function release(key: unknown): void {
  held.delete(key);
  if (held.size === 0) removeEventListener("beforeunload", ask);
}

/** Runs work that is lost when the page is left: until it has ended, the browser asks before it closes or leaves the page. */
export async function heldWhile<T>(work: () => Promise<T>): Promise<T> {
  const key = {};
  hold(key);
  try {
    return await work();
  } finally {
    release(key);
  }
}

/** Has the browser ask before the page is left, while a field on the screen has text that is not saved. */
export function useHeld(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const key = {};
    hold(key);
    return () => release(key);
  }, [isUnsaved]);
}

/** The same for edits that are kept while other screens are open: stores them under a name; an empty text ends them. */
export function keepEdits(name: string, edits: string): void {
  writeText(name, edits);
  if (edits === "") release(name);
  else hold(name);
}

/** Returns the edits that were stored under a name; null when there are none. */
export function keptEdits(name: string): string | null {
  const edits = readText(name);
  // After a reload.
  if (edits !== null) hold(name);
  return edits;
}

/** Returns whether something would be lost now if the page were left. */
export function isHeld(): boolean {
  return held.size > 0;
}

/** Lets the page be left without a question, when nothing on it is to be kept. */
export function letGo(): void {
  for (const key of held) release(key);
}
