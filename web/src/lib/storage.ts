/** All keys of this app in local storage; no other module uses it (R43). */
export const storageKeys = {
  referrerToken: "REFERER_TOKEN",
  fbclid: "FBCLID",
  ttclid: "TTCLID",
  userToken: "USER_TOKEN",
  userId: "USER_ID",
  userKind: "USER_KIND",
  language: "LANG",
  captions: "CAPTIONS",
  player: "PLAYER",
  searches: "SEARCHES",
  progress: "PROGRESS",
  wish: "WISH",
  consent: "CONSENT",
  unproven: "CONSENT_UNPROVEN",
  trackedOrders: "TOLD",
} as const;

/** The name of a stored value. */
export type StorageName = keyof typeof storageKeys;

/**
 * Stored values by name. Reading and writing never throw: where storage is blocked, values stay in memory for the
 * visit.
 */
export interface Store {
  get(name: StorageName): string | null;
  set(name: StorageName, value: string): void;
  remove(name: StorageName): void;
}

/**
 * Creates a store over local storage, or over memory alone when `open` throws or returns null (blocked, full, on the
 * server).
 */
export function createStore(open: () => Storage | null): Store {
  // Holds only what local storage refused: other tabs may change what it accepted.
  const memory = new Map<StorageName, string>();
  return {
    get(name) {
      const value = memory.get(name);
      if (value !== undefined) return value;
      return attempt(() => open()?.getItem(storageKeys[name]) ?? null, null);
    },
    set(name, value) {
      const isStored = attempt(() => {
        const local = open();
        local?.setItem(storageKeys[name], value);
        return local !== null;
      }, false);
      if (isStored) memory.delete(name);
      else memory.set(name, value);
    },
    remove(name) {
      memory.delete(name);
      attempt(() => open()?.removeItem(storageKeys[name]), undefined);
    },
  };
}

// A browser that blocks storage throws at any access.
function attempt<T>(access: () => T, otherwise: T): T {
  try {
    return access();
  } catch {
    return otherwise;
  }
}

/** The browser's store. */
export const storage: Store = createStore(() => (typeof window === "undefined" ? null : window.localStorage));
