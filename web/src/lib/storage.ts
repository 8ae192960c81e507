/** Everything this app keeps in local storage; no other module touches it (R43). */
export const storageKeys = {
  referrerToken: "REFERER_TOKEN",
  fbclid: "FBCLID",
  ttclid: "TTCLID",
  userToken: "USER_TOKEN",
  userId: "USER_ID",
  language: "LANG",
  captions: "CAPTIONS",
  player: "PLAYER",
  searches: "SEARCHES",
  progress: "PROGRESS",
  wish: "WISH",
  consent: "CONSENT",
  unproven: "CONSENT_UNPROVEN",
  told: "TOLD",
} as const;

/** The name of a stored value. */
export type StorageName = keyof typeof storageKeys;

/** Stored values by name. Reading and writing never throw: where storage is blocked, memory serves the visit. */
export interface Store {
  get(name: StorageName): string | null;
  set(name: StorageName, value: string): void;
  remove(name: StorageName): void;
}

/** A store over local storage, or over memory alone when `open` throws or answers null (blocked, full, on the server). */
export function createStore(open: () => Storage | null): Store {
  // Only what local storage refused: what it took, other tabs may change.
  const memory = new Map<StorageName, string>();
  return {
    get(name) {
      const kept = memory.get(name);
      if (kept !== undefined) return kept;
      return attempt(() => open()?.getItem(storageKeys[name]) ?? null, null);
    },
    set(name, value) {
      const taken = attempt(() => {
        const local = open();
        local?.setItem(storageKeys[name], value);
        return local !== null;
      }, false);
      if (taken) memory.delete(name);
      else memory.set(name, value);
    },
    remove(name) {
      memory.delete(name);
      attempt(() => open()?.removeItem(storageKeys[name]), undefined);
    },
  };
}

// A browser that refuses storage says so by throwing at any touch.
function attempt<T>(access: () => T, otherwise: T): T {
  try {
    return access();
  } catch {
    return otherwise;
  }
}

/** The visit's store. */
export const storage: Store = createStore(() => (typeof window === "undefined" ? null : window.localStorage));
