import { useSyncExternalStore } from "react";

/** What a notice offers to do about it. */
export interface ToastAct {
  label: string;
  run: () => void;
}

/** A short notice. */
export interface Toast {
  id: number;
  text: string;
  act: ToastAct | null;
}

const SHOWN_MS = 6_000;
/** An act needs time to be decided. */
const ACT_SHOWN_MS = 10_000;
let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a notice for some seconds. A notice with an act replaces earlier ones: their acts would no longer fit. */
export function showToast(text: string, act: ToastAct | null = null): void {
  count += 1;
  const toast = { id: count, text, act };
  set([...(act ? toasts.filter((one) => one.act === null) : toasts), toast]);
  setTimeout(() => closeToast(toast.id), act ? ACT_SHOWN_MS : SHOWN_MS);
}

/** Removes the notices with an act, before a change that their acts would no longer fit. */
export function closeActs(): void {
  set(toasts.filter(({ act }) => act === null));
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
