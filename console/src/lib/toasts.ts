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
let isHeld = () => false;
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
  const shownMs = act ? ACT_SHOWN_MS : SHOWN_MS;
  setTimeout(function end() {
    if (isHeld()) setTimeout(end, shownMs);
    else closeToast(toast.id);
  }, shownMs);
}

/** Sets the condition that keeps notices open: the pointer is over one, or one has the focus (WCAG 2.2.1). */
export function holdWhile(ask: () => boolean): void {
  isHeld = ask;
}

/** Removes the notices with an act, before a change that their acts would no longer fit. */
export function closeActs(): void {
  set(toasts.filter(({ act }) => act === null));
}

/** Removes a notice. */
export function closeToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** The present notices, the oldest first, as a store for React. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): readonly Toast[] => toasts,
};
