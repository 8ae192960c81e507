import { type StorageName, storageKeys } from "./storage.ts";

/**
 * Calls `listener` when another tab may have changed a stored value: at once, and when the page returns from the back/forward
 * cache, where it hears of nothing.
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
