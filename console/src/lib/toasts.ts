import { useSyncExternalStore } from "react";

/** A short notice. */
export interface Toast {
  id: number;
  text: string;
}

const SHOWN_MS = 6_000;
let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a notice for some seconds. */
export function showToast(text: string): void {
  count += 1;
  const toast = { id: count, text };
  set([...toasts, toast]);
  setTimeout(() => closeToast(toast.id), SHOWN_MS);
}

/** Removes a notice. */
export function closeToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** Returns the present notices, the oldest first. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
}
