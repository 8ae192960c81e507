/** What is to happen when; at the same moment, in the order in which it was put down. */
export interface Agenda {
  at(when: Date, what: string, run?: () => Promise<void>): void;
  /** Takes the earliest entry that is not after `end`. */
  next(end: Date): { when: Date; what: string; run: () => Promise<void> } | undefined;
}

/** An empty one. */
export function openAgenda(): Agenda {
  const entries: { when: Date; no: number; what: string; run: () => Promise<void> }[] = [];
  let count = 0;
  return {
    at(when, what, run = async () => undefined) {
      entries.push({ when, no: count++, what, run });
      entries.sort((a, b) => a.when.getTime() - b.when.getTime() || a.no - b.no);
    },
    next(end) {
      const first = entries[0];
      return first && first.when <= end ? entries.shift() : undefined;
    },
  };
}

const minute = 60_000;
const hour = 60 * minute;
/** A day of a period. */
export const day = 24 * hour;
export { hour, minute };

/** A moment so many milliseconds after another. */
export function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
