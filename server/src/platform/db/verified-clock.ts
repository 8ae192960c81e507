import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Db } from "./database.ts";

/** A machine whose clock differs by more from its database's charges nothing and removes nothing. */
const MAX_CLOCK_OFFSET_MS = 30_000;

/** Thrown instead of work that a wrong clock would start too early or too late. */
export class ClockError extends Error {
  constructor(offsetMs: number) {
    super(`The clock of this machine ${sentenceOfOffset(offsetMs)}`);
    this.name = "ClockError";
  }
}

/** Returns an offset as the end of a sentence that begins with the machine's clock. */
export function sentenceOfOffset(offsetMs: number): string {
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  return `is ${seconds} s ${offsetMs < 0 ? "behind" : "ahead of"} the database's`;
}

/** Returns whether an offset is small enough to charge and to remove. */
export function isClockRight(offsetMs: number): boolean {
  return Math.abs(offsetMs) <= MAX_CLOCK_OFFSET_MS;
}

/**
 * Measures by how many milliseconds a machine's clock is ahead of the database's. `read` returns the database's time in
 * milliseconds, which counts as that of the middle of the round trip.
 */
export async function measureOffset(
  { machine }: Pick<Clock, "machine">,
  read: () => Promise<number>,
): Promise<number> {
  const sent = machine().getTime();
  const began = performance.now();
  const there = await read();
  return sent + (performance.now() - began) / 2 - there;
}

/** The database's time in milliseconds, as it is during the statement. */
export const DATABASE_TIME = "extract(epoch from clock_timestamp())::float8 * 1000";

/** Returns by how many milliseconds a machine's clock is ahead of the database's. */
export function readClockOffset(db: Db, clock: Pick<Clock, "machine">): Promise<number> {
  return measureOffset(clock, async () => {
    const { rows } = await sql<{ at: number }>`select ${sql.raw(DATABASE_TIME)} as at`.execute(db);
    return rows[0]?.at ?? Number.NaN;
  });
}

/**
 * Returns the time by which to charge or to remove: the database has confirmed that the clock was right when it was
 * read, so a jump before or after does no harm. Throws ClockError otherwise.
 */
export async function verifiedNow(db: Db, clock: Clock): Promise<Date> {
  // Read together with the machine's time that the offset is measured by.
  const now = clock.now();
  const offset = await readClockOffset(db, clock);
  if (!isClockRight(offset)) throw new ClockError(offset);
  return now;
}

/** Returns a clock that stays at the verified time, for work that reads it more than once. */
export async function verifiedClock(db: Db, clock: Clock): Promise<Clock> {
  const now = await verifiedNow(db, clock);
  return { now: () => now, machine: clock.machine };
}
