import { type StorageName, storage, storageKeys } from "./storage.ts";

/**
 * Calls `listener` when another tab may have changed a stored value, or {@link removeEverywhere} removed it:
 * at once, and when the page returns from the back/forward cache, where it hears of nothing.
 */
export function onStoredElsewhere(name: StorageName, listener: () => void): void {
  window.addEventListener("storage", ({ key }) => {
    // Without a key, everything was cleared.
    if (key === null || key === storageKeys[name]) listener();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) listener();
  });
}

/** Removes a stored value, and tells this page of it as the browser tells the other tabs. */
export function removeEverywhere(name: StorageName): void {
  storage.remove(name);
  window.dispatchEvent(new StorageEvent("storage", { key: storageKeys[name] }));
}
