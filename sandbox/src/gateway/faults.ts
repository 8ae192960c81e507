import type { Store } from "./store.ts";

/**
 * The kinds of injected faults:
 * before: the connection breaks and nothing was done; after: it was done and the answer is lost; hang: it was done and
 * the answer comes `seconds` late (with `late` it is done only then); 500, 429, 409: refused with that status, nothing
 * done; truncate: done, and half of the JSON is sent; empty: done, and nothing is sent; close: done, and the connection
 * breaks within the answer.
 */
export const faultKinds = [
  "before",
  "after",
  "hang",
  "500",
  "429",
  "409",
  "truncate",
  "empty",
  "close",
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A fault that waits for matching requests. */
export interface Fault {
  id: string;
  /** Any method when empty. */
  method: string;
  /** A path in which * matches anything within a segment, ** anything. */
  path: string;
  kind: FaultKind;
  /** The number of further requests. */
  left: number;
  seconds: number;
  late: boolean;
}

/** The waiting faults. */
export interface Faults {
  add(fault: {
    method?: string;
    path?: string;
    kind: FaultKind;
    n?: number;
    seconds?: number;
    late?: boolean;
  }): Fault;
  list(): Fault[];
  clear(): void;
  /** Returns the fault for a request and counts it as used. */
  take(method: string, path: string): Fault | undefined;
}

/** Opens the faults of a store. */
export function openFaults(store: Store): Faults {
  let last = 0;
  const list = () => store.list<Fault>("fault");
  return {
    add({ method = "", path = "**", kind, n = 1, seconds = 30, late = false }) {
      last = Math.max(Date.now(), last + 1);
      const fault = { id: String(last), method: method.toUpperCase(), path, kind, left: n, seconds, late };
      store.put("fault", fault.id, fault);
      return fault;
    },
    list,
    clear() {
      for (const { id } of list()) store.remove("fault", id);
    },
    take(method, path) {
      const fault = list().find(
        (one) => (one.method === "" || one.method === method) && matches(one.path, path),
      );
      if (!fault) return undefined;
      if (fault.left > 1) store.put("fault", fault.id, { ...fault, left: fault.left - 1 });
      else store.remove("fault", fault.id);
      return fault;
    },
  };
}

/** Returns whether a pattern with * (within a segment) and ** (anything) matches a path or a name. */
export function matches(pattern: string, text: string): boolean {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) =>
      part === "**" ? ".*" : part === "*" ? "[^/]*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"),
    )
    .join("");
  return new RegExp(`^${source}$`).test(text);
}
