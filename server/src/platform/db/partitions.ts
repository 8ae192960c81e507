import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, inTransaction, type Trx } from "./database.ts";
import { isLockTimeout } from "./errors.ts";
import type { FigureSource } from "./figures.ts";

/** A table whose rows are in partitions by day or by month (UTC). */
export interface Partitioned {
  table: string;
  unit: "day" | "month";
  /** The column that decides: a date for days, a moment for months. */
  key: string;
  /** Whole days or months before the current one that stay; null if something else decides what goes. */
  kept: number | null;
  /** Whether only an empty partition is dropped: something else removes its rows, once they were counted. */
  isDroppedWhenEmpty?: boolean;
}

/** What a round of upkeep did. */
export interface PartitionsKept {
  created: number;
  dropped: number;
  /** Whether others used the table for so long that the rest is left to the next round. */
  isBusy: boolean;
}

/** Partitions after the current one that there always are. */
const AHEAD = 3;
/** Statements of viewers wait behind one that waits for a table, so that it gives up early and tries again. */
const LOCK_TIMEOUT_MS = 50;
const ATTEMPTS = 10;
const PAUSE_MS = 200;
/** More rows without a partition than these are counted as so many. */
const MAX_STRAYS = 10_000;

/**
 * Creates the partitions of the current day or month, of three more, and of rows that had none; drops those that are
 * over. It never lets a statement of viewers wait for longer than 50 ms.
 */
export async function keepPartitions(db: Db, partitioned: Partitioned, now: Date): Promise<PartitionsKept> {
  const { table, unit, kept } = partitioned;
  const known = await listPartitions(db, table);
  const wanted = [
    ...Array.from({ length: AHEAD + 1 }, (_, ahead) => unitStart(now, unit, ahead)),
    ...(await strayStarts(db, partitioned)),
  ];
  const result: PartitionsKept = { created: 0, dropped: 0, isBusy: false };
  for (const start of wanted) {
    if (known.includes(nameOf(partitioned, start))) continue;
    const isDone = await briefly(db, (trx) =>
      sql`select partition_create(${table}, ${unit}, ${start})`.execute(trx),
    );
    if (!isDone) return { ...result, isBusy: true };
    result.created += 1;
  }
  if (kept === null) return result;
  const oldest = nameOf(partitioned, unitStart(now, unit, -kept));
  // By name, which sorts as time does.
  const over = (await listPartitions(db, table)).filter((name) => name < oldest);
  for (const name of over) {
    if (partitioned.isDroppedWhenEmpty && (await hasRows(db, name))) continue;
    if (!(await dropPartition(db, name))) return { ...result, isBusy: true };
    result.dropped += 1;
  }
  return result;
}

async function dropPartition(db: Db, name: string): Promise<boolean> {
  return briefly(db, (trx) => sql`drop table if exists ${sql.ref(name)}`.execute(trx));
}

async function hasRows(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.ref(name)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Lists the partitions of a table by name, the oldest first, without the default one. */
export async function listPartitions(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname <> ${`${table}_default`}
    order by c.relname collate "C"`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns the name of the partition that has the rows of a moment. */
export function nameOf({ table, unit }: Pick<Partitioned, "table" | "unit">, moment: Date): string {
  const day = moment.toISOString().slice(0, unit === "day" ? 10 : 7);
  return `${table}_${day.replaceAll("-", "_")}`;
}

/** Returns the beginning of the day or month that is a number of days or months from a moment's. */
export function unitStart(moment: Date, unit: Partitioned["unit"], units = 0): Date {
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()];
  return new Date(unit === "day" ? Date.UTC(year, month, day + units) : Date.UTC(year, month + units, 1));
}

/** Returns the beginnings of the days or months of which rows have no partition. */
async function strayStarts(db: Db, { table, unit, key }: Partitioned): Promise<Date[]> {
  const column = sql.ref(key);
  const day =
    unit === "day"
      ? sql`to_char(${column}::timestamp, 'YYYY-MM-DD')`
      : sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-01')`;
  const { rows } = await sql<{ day: string }>`
    select distinct ${day} as day from ${sql.ref(`${table}_default`)}`.execute(db);
  return rows.map((row) => new Date(`${row.day}T00:00:00Z`));
}

/** Runs a statement that locks whole tables, several times if need be; returns false if it never got its locks. */
async function briefly(db: Db, work: (trx: Trx) => Promise<unknown>): Promise<boolean> {
  return untilLocked(() =>
    inTransaction(db, async (trx) => {
      await lockBriefly(trx);
      await work(trx);
    }),
  );
}

/** Makes the statements of a transaction that wait for a table give up after 50 ms. */
export async function lockBriefly(trx: Trx): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`.execute(trx);
}

/** Runs a transaction several times while it gives up waiting for a lock; returns false if it always did. */
export async function untilLocked(transaction: () => Promise<unknown>): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      await transaction();
      return true;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt === ATTEMPTS) return false;
      await pause(PAUSE_MS);
    }
  }
}

/** Returns the figures of these tables: how many rows have no partition of their own. */
export function partitionFigures(tables: readonly Partitioned[]): FigureSource {
  const metric = {
    name: "partition_strays",
    help: "Rows that had no partition of their day or month when they were stored",
    role: "both",
    labels: { table: new Set(tables.map(({ table }) => table)) },
  } as const;
  return {
    name: "partitions",
    metrics: [metric],
    async read(db) {
      const counts = tables.map(
        ({ table }) => sql<{ table: string; value: number }>`
          select ${table}::text as table, (select count(*) from (
            select from ${sql.ref(`${table}_default`)} limit ${sql.lit(MAX_STRAYS)}) as stray)::integer as value`,
      );
      const { rows } = await sql<{
        table: string;
        value: number;
      }>`${sql.join(counts, sql` union all `)}`.execute(db);
      return rows.map(({ table, value }) => ({ metric: metric.name, labels: { table }, value }));
    },
  };
}
