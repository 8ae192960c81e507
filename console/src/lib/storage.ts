/**
 * Texts of this tab by name. Reading and writing never throw: where storage is blocked or full, values stay in memory until the
 * page is left.
 */
const memory = new Map<string, string>();
const prefix = "console:";

/** Returns a stored text; null when there is none. */
export function readText(name: string): string | null {
  try {
    return sessionStorage.getItem(prefix + name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

/** Stores a text for this tab; an empty one is removed. */
export function writeText(name: string, text: string): void {
  memory.set(name, text);
  try {
    if (text === "") sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, text);
  } catch {
    // Kept in memory.
  }
  if (text === "") memory.delete(name);
}

/** Removes all stored texts, when another operator signs in. */
export function removeTexts(): void {
  memory.clear();
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(prefix)) sessionStorage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
}
