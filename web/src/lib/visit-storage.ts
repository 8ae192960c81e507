/** Values for one visit in one tab: they outlive a reload and a detour through another site. No method throws. */
export interface VisitStore {
  get(name: string): string | null;
  /** Returns false when only memory holds the value: a full load would lose it. */
  set(name: string, value: string): boolean;
  remove(name: string): void;
}

/**
 * Creates a store over session storage, or over memory alone when `open` throws or returns null (blocked, full, on
 * the server).
 */
export function createVisitStore(open: () => Storage | null): VisitStore {
  const memory = new Map<string, string>();
  return {
    get(name) {
      return memory.get(name) ?? attempt(() => open()?.getItem(name) ?? null, null);
    },
    set(name, value) {
      const isStored = attempt(() => {
        const session = open();
        session?.setItem(name, value);
        return session !== null;
      }, false);
      if (isStored) memory.delete(name);
      else memory.set(name, value);
      return isStored;
    },
    remove(name) {
      memory.delete(name);
      attempt(() => open()?.removeItem(name), undefined);
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

/** The store of this tab. */
export const visitStore: VisitStore = createVisitStore(() =>
  typeof window === "undefined" ? null : window.sessionStorage,
);

/** The key of the mark that is set while a user signs in through Facebook. */
export const VIA_FACEBOOK = "VIA_FACEBOOK";

/** The key of an order that was paid on a page without pixels, until the next page tracks it. */
export const PAID_ORDER = "PAID_ORDER";
