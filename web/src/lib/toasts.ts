/** A short message for the person, shown as a toast and read out once. */
export interface Toast {
  id: number;
  text: string;
  action?: ToastAction | undefined;
}

/** What a message offers to do while it is there, such as taking back what was done. */
export interface ToastAction {
  label: string;
  run(): void;
  /** The message went without it. */
  lapsed?(): void;
}

const shownFor = 5000;
let notices: readonly Toast[] = [];
let last = 0;
let held = () => false;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows a message for five seconds; the same words twice at once stay one message, the newer where it offers something. */
export function showToast(text: string, action?: ToastAction): void {
  const same = notices.find((notice) => notice.text === text);
  if (!text || (same && !action)) return;
  if (same) dismiss(same.id);
  for (const { id } of notices.slice(0, -2)) dismiss(id);
  last += 1;
  const id = last;
  set([...notices, { id, text, action }]);
  setTimeout(function end() {
    if (held()) setTimeout(end, shownFor);
    else dismiss(id);
  }, shownFor);
}

/** Takes a message away before its time; `act`: its action is done. */
export function dismiss(id: number, act = false): void {
  const gone = notices.find((notice) => notice.id === id);
  if (!gone) return;
  set(notices.filter((notice) => notice !== gone));
  if (act) gone.action?.run();
  else gone.action?.lapsed?.();
}

/** Messages stay for as long as this says so: somebody points at one, or has the focus in it. */
export function holdWhile(ask: () => boolean): void {
  held = ask;
}

/** The messages to be shown now, as a store for React. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): readonly Toast[] => notices,
};
