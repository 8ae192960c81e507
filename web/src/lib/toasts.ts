/** A short message, shown as a toast and read out once. */
export interface Toast {
  id: number;
  text: string;
  action?: ToastAction | undefined;
}

/** An action that a toast offers while it is shown, such as undo. */
export interface ToastAction {
  label: string;
  run(): void;
  /** Called when the toast closed without the action. */
  onLapse?(): void;
}

const SHOWN_FOR_MS = 5000;
let toasts: readonly Toast[] = [];
let lastId = 0;
let isHeld = () => false;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a message for five seconds. An equal text replaces the shown one if it has an action, else it is ignored.
 * @returns what closes it before its time
 */
export function showToast(text: string, action?: ToastAction): () => void {
  const same = toasts.find((toast) => toast.text === text);
  if (!text || (same && !action)) return () => undefined;
  if (same) dismiss(same.id);
  for (const { id } of toasts.slice(0, -2)) dismiss(id);
  lastId += 1;
  const id = lastId;
  set([...toasts, { id, text, action }]);
  setTimeout(function end() {
    if (isHeld()) setTimeout(end, SHOWN_FOR_MS);
    else dismiss(id);
  }, SHOWN_FOR_MS);
  return () => dismiss(id);
}

/** Closes a toast before its time; `act` runs its action. */
export function dismiss(id: number, act = false): void {
  const gone = toasts.find((toast) => toast.id === id);
  if (!gone) return;
  set(toasts.filter((toast) => toast !== gone));
  if (act) gone.action?.run();
  else gone.action?.onLapse?.();
}

/** Sets the condition that keeps toasts open: the pointer is over one, or one has the focus. */
export function holdWhile(ask: () => boolean): void {
  isHeld = ask;
}

/** The toasts to show, as a store for React. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): readonly Toast[] => toasts,
};
