const day = 24 * 60 * 60;

/** How long a session lives, in seconds: unused (`idle`), and at all (`whole`; browsers keep no cookie beyond 400 days). */
export const lives = {
  guest: { idle: 180 * day, whole: 400 * day },
  member: { idle: 30 * day, whole: 90 * day },
} as const;

/** A session's last use is written down at most this often, in seconds. */
export const seenEvery = 10 * 60;

/** A guest without a row is one for so long, in seconds: as long as an idle guest's row is kept. */
export const unsavedSeconds = 2 * day;

/** A moment some seconds after another one; before it, where they are negative. */
export function after(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}
