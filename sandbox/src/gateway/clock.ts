import type { Store } from "./store.ts";

/** The time at the gateway: the machine's, moved by an offset that somebody set. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Seconds since 1970, whole. */
  seconds(): number;
  /** The offset from the machine's time, in seconds. */
  offset(): number;
  /** Sets the offset; setting the same one again changes nothing. */
  set(offset: number): void;
}

/** The clock of a store; its offset outlives the process. */
export function openClock(store: Store): Clock {
  let offset = store.get<number>("setting", "clock") ?? 0;
  const now = () => Date.now() + offset * 1000;
  return {
    now,
    seconds: () => Math.floor(now() / 1000),
    offset: () => offset,
    set(next) {
      offset = next;
      store.put("setting", "clock", next);
    },
  };
}
