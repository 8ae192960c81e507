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
import {
  findDifferentMonths,
  forgetMonths,
  listMonthsToSum,
  sumMonth,
} from "../../records/ledger-months/repository.ts";

/** What is booked shortly after midnight for the day before would remove its sums again. */
const CLOSED_AFTER_MS = 3_600_000;

/** Sums up days of the ledger once an hour: those that are over, and those into which something was booked since. */
export function ledgerDaysTask(zone: () => Promise<string>): DueTask {
  return everyHour("ledger: sums of days", async ({ db, clock, signal, log }) => {
    const summed = await sumLedgerDays({ db, clock, signal }, await zone());
    if (summed > 0) log.info({ days: summed }, "Days of the ledger summed");
  });
}

/** Sums up the days of a zone that are over and have no sums, and the months of which all days have some. Returns how many days. */
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
    if (taken) continue;
    await sumMonths({ db, signal }, zone);
    return count;
  }
}

async function sumMonths({ db, signal }: { db: Db; signal: AbortSignal | undefined }, zone: string) {
  for (const month of await listMonthsToSum(db, zone)) {
    if (signal?.aborted) return;
    await inTransaction(db, (trx) => sumMonth(trx, zone, month));
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

/**
 * Compares the sums of days with the ledger, and those of months with their days. Those that differ are no longer read, and are summed
 * anew within the hour. A month whose day differs goes with it.
 */
export async function checkLedgerDays(db: Db): Promise<{ days: number; different: string[] }> {
  const days = await countSummedDays(db);
  const different = await findDifferentDays(db);
  if (different.length > 0) await forgetDays(db, different);
  const months = await findDifferentMonths(db);
  if (months.length > 0) await forgetMonths(db, months);
  return { days, different: [...different, ...months] };
}
