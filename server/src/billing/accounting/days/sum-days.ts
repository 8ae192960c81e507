import type { Clock } from "#platform/clock";
import { type Db, inTransaction } from "#platform/db/database";
import { type DueTask, everyHour } from "#platform/jobs/due";
import {
  announceDays,
  countSummedDays,
  findDifferentDays,
  firstBookingAt,
  forgetDays,
  forgetOtherZones,
  type LedgerDay,
  listKnownDays,
  sumDay,
  takeAnnouncedDay,
} from "../../records/ledger-days/repository.ts";

/** What is booked shortly after midnight for the day before would remove its sums again. */
const CLOSED_AFTER_MS = 3_600_000;

/** Sums up days of the ledger once an hour: those that are over, and those into which something was booked since. */
export function ledgerDaysTask(zone: () => Promise<string>): DueTask {
  return everyHour("ledger: sums of days", async ({ db, clock, signal, log }) => {
    const summed = await sumLedgerDays({ db, clock, signal }, await zone());
    if (summed > 0) log.info({ days: summed }, "Days of the ledger summed");
  });
}

/** Sums up the days of a zone that are over and have no sums. Returns how many. */
export async function sumLedgerDays(
  { db, clock, signal }: { db: Db; clock: Clock; signal?: AbortSignal },
  zone: string,
): Promise<number> {
  const now = clock.now();
  await forgetOtherZones(db, zone);
  const missing = await missingDays(db, zone, now);
  if (missing.length > 0) await inTransaction(db, (trx) => announceDays(trx, zone, missing));
  for (let count = 0; ; count++) {
    if (signal?.aborted) return count;
    const taken = await inTransaction(db, async (trx) => {
      const day = await takeAnnouncedDay(trx, zone);
      if (day) await sumDay(trx, zone, day, now);
      return day;
    });
    if (!taken) return count;
  }
}

async function missingDays(db: Db, zone: string, now: Date): Promise<LedgerDay[]> {
  const first = await firstBookingAt(db);
  if (first === null) return [];
  const known = await listKnownDays(db, zone);
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds);
  const days: LedgerDay[] = [];
  let day = Temporal.Instant.fromEpochMilliseconds(first.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  for (;;) {
    const next = day.add({ days: 1 });
    const ends = startOf(next);
    if (ends.getTime() + CLOSED_AFTER_MS > now.getTime()) return days;
    if (!known.has(day.toString()))
      days.push({ day: day.toString(), starts_at: startOf(day), ends_at: ends });
    day = next;
  }
}

/** Compares the sums of days with the ledger. Those that differ are no longer read, and are summed anew within the hour. */
export async function checkLedgerDays(db: Db): Promise<{ days: number; different: string[] }> {
  const days = await countSummedDays(db);
  const different = await findDifferentDays(db);
  if (different.length > 0) await forgetDays(db, different);
  return { days, different };
}
