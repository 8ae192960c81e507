import type { Store } from "./store.ts";

/** The gateway's clock: the machine's, plus a configurable offset. */
export interface Clock {
  /** Returns the milliseconds since 1970. */
  now(): number;
  /** Returns the whole seconds since 1970. */
  seconds(): number;
  /** Returns the offset from the machine's time, in seconds. */
  offset(): number;
  /** Sets the offset; setting the same one again changes nothing. */
  set(offset: number): void;
}

/** Opens the clock of a store; its offset is persistent. */
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
