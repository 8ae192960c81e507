const day = 24 * 60 * 60;

/** How long a session lasts, in seconds: unused (`idle`; of guests, the default), and at most (`whole`; browsers store no cookie beyond 400 days). */
export const lifetimes = {
  guest: { idle: 180 * day, whole: 400 * day },
  member: { idle: 30 * day, whole: 90 * day },
} as const;

/** Returns after how many seconds without use a session ends. An operator decides how long guests' sessions wait. */
export function idleSeconds(kind: keyof typeof lifetimes, guestDays: number): number {
  return kind === "guest" ? guestDays * day : lifetimes.member.idle;
}

/** A session's last use is recorded at most this often, in seconds. */
export const seenEvery = 10 * 60;

/** How long a guest without a row exists, in seconds: as long as an idle guest's row. */
export const unsavedSeconds = 2 * day;

/** Returns the moment some seconds after another one; before it when negative. */
export function after(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}
