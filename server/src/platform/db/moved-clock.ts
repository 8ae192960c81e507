import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Db } from "./database.ts";
import { notify } from "./listen.ts";

/** Sent when the demo's clock was moved: every process then reads the offset again. */
export const clockMoved = "clock_moved";

/** The machine's clock plus the offset in the database: the demo's time, the same in every process. */
export interface MovedClock extends Clock {
  /** Returns the seconds by which it is ahead of the machine's clock. */
  offset(): number;
  /** Reads the offset from the database. */
  refresh(): Promise<void>;
  /** Advances it by this many seconds in every process; returns the new offset. */
  advance(seconds: number): Promise<number>;
}

type ClockTables = { clock_offset: { one: boolean; seconds: number } };

/** Opens the demo's clock, after migration. */
export async function openMovedClock(db: Db): Promise<MovedClock> {
  const tables = db.$extendTables<ClockTables>();
  let seconds = 0;
  const refresh = async () => {
    const row = await tables.selectFrom("clock_offset").select("seconds").executeTakeFirst();
    seconds = row?.seconds ?? 0;
  };
  await refresh();
  return {
    now: () => new Date(Date.now() + seconds * 1000),
    machine: () => new Date(),
    offset: () => seconds,
    refresh,
    async advance(more) {
      await tables
        .insertInto("clock_offset")
        .values({ one: true, seconds: more })
        .onConflict((conflict) =>
          conflict
            .column("one")
            .doUpdateSet({ seconds: sql<number>`clock_offset.seconds + excluded.seconds` }),
        )
        .execute();
      await refresh();
      await notify(db, clockMoved, "");
      return seconds;
    },
  };
}
