/** Values for one visit in one tab: they outlive a reload and a way through another site. Nothing here ever throws. */
export interface VisitStore {
  get(name: string): string | null;
  /** Answers false where only memory took it: a full load would lose it. */
  set(name: string, value: string): boolean;
  remove(name: string): void;
}

/** A store over session storage, or over memory alone when `open` throws or answers null (blocked, full, on the server). */
export function createVisitStore(open: () => Storage | null): VisitStore {
  const memory = new Map<string, string>();
  return {
    get(name) {
      return memory.get(name) ?? attempt(() => open()?.getItem(name) ?? null, null);
    },
    set(name, value) {
      const taken = attempt(() => {
        const session = open();
        session?.setItem(name, value);
        return session !== null;
      }, false);
      if (taken) memory.delete(name);
      else memory.set(name, value);
      return taken;
    },
    remove(name) {
      memory.delete(name);
      attempt(() => open()?.removeItem(name), undefined);
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

/** This tab's store. */
export const visitStore: VisitStore = createVisitStore(() =>
  typeof window === "undefined" ? null : window.sessionStorage,
);

/** Kept while somebody is on their way through Facebook. */
export const viaFacebook = "VIA_FACEBOOK";
