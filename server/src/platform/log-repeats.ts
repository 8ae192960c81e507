import { AsyncLocalStorage } from "node:async_hooks";

const EVERY_MS = 10_000;
/** Distinct lines that are watched; further ones are written as they come. */
const MAX_KEYS = 500;
const MAX_KEY_LENGTH = 300;

/** Writes a line; `repeated` is how many equal ones it stands for, 0 for the first. */
type WriteLine = (repeated: number) => void;

/** Folds equal log lines. */
export interface Repeats {
  /** Writes the first line of a key at once, and one of the following every ten seconds. */
  fold(key: string, write: WriteLine): void;
  /** Writes what is held back. */
  flush(): void;
}

interface Entry {
  held: number;
  /** Writes the newest of those held back. */
  write: WriteLine;
}

/** Opens the folding of a log: an outage that fails every request in the same way must not fill the disk. */
export function openRepeats(everyMs: number = EVERY_MS): Repeats {
  const entries = new Map<string, Entry>();

  function watch(key: string): void {
    setTimeout(() => {
      const entry = entries.get(key);
      if (!entry) return;
      if (entry.held === 0) return void entries.delete(key);
      writeHeld(entry);
      watch(key);
    }, everyMs).unref();
  }
  return {
    fold(given, write) {
      const key = given.slice(0, MAX_KEY_LENGTH);
      const entry = entries.get(key);
      if (entry) {
        entry.held += 1;
        // The line keeps the request id of its own request.
        entry.write = AsyncLocalStorage.bind(write);
        return;
      }
      write(0);
      if (entries.size >= MAX_KEYS) return;
      entries.set(key, { held: 0, write });
      watch(key);
    },
    flush() {
      for (const entry of entries.values()) if (entry.held > 0) writeHeld(entry);
    },
  };
}

function writeHeld(entry: Entry): void {
  const { held } = entry;
  entry.held = 0;
  entry.write(held);
}
