/** A short message for the person, shown as a toast and read out once. */
export interface Notice {
  id: number;
  text: string;
}

const shownFor = 5000;
let notices: readonly Notice[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Shows a message for five seconds; the same words twice at once stay one message. */
export function notify(text: string): void {
  if (!text || notices.some((notice) => notice.text === text)) return;
  last += 1;
  const id = last;
  set([...notices.slice(-2), { id, text }]);
  setTimeout(() => dismiss(id), shownFor);
}

/** Takes a message away before its time. */
export function dismiss(id: number): void {
  if (notices.some((notice) => notice.id === id)) set(notices.filter((notice) => notice.id !== id));
}

/** The messages to be shown now, as a store for React. */
export const noticeStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): readonly Notice[] => notices,
};
