import { sql } from "kysely";
import type pg from "pg";
import type { Clock } from "#platform/clock";
import { randomWord } from "#platform/ids";
import type { Log } from "#platform/log";
import { type Definition, type Meters, plain, type Sample } from "#platform/meters";
import { type Database, type Db, dbOf } from "./database.ts";
import { isDatabaseUnavailable, isTimeout } from "./errors.ts";
import { takeLease } from "./lease.ts";
import { openPool } from "./pool.ts";

/** How often figures are read. */
const EVERY_MS = 15_000;
/** Longer than a pause between two rounds, so that the same node continues. */
const LEASE_SECONDS = 25;
/** A statement that takes longer is cancelled: figures never slow down the site. */
const TIMEOUT_MS = 2_000;

/** Figures that need queries, read together. */
export interface FigureSource {
  name: string;
  metrics: readonly Definition[];
  /** Seconds between two readings: 15 by default; more for queries over large tables. */
  everySeconds?: number;
  read(db: Db, now: Date): Promise<Figure[]>;
}

/** One figure, of one of the source's metrics. */
export interface Figure {
  metric: string;
  labels?: Record<string, string>;
  value: number;
}

/** The figures of a node. */
export interface Figures {
  /** Takes a round now: reads the figures that are due if this node has the lease, then those of all nodes. */
  round(): Promise<void>;
  stop(): Promise<void>;
}

/** What the figures need. */
export interface FiguresOptions {
  meters: Meters;
  database: Pick<Database, "directUrl">;
  clock: Clock;
  log: Log;
  sources: readonly FigureSource[];
}

interface Collected {
  figures: Figure[];
  at: number;
}

/**
 * Reads figures on one node at a time, every 15 seconds on one connection, and stores them. Each node serves the
 * stored figures with their age, so scraping many nodes does not repeat the queries.
 */
export function openFigures({ meters, database, clock, log, sources }: FiguresOptions): Figures {
  const pool = openPool(database.directUrl, { size: 1, statementTimeoutMs: TIMEOUT_MS }, log);
  const db = dbOf(pool);
  const holder = randomWord(12);
  const collected = new Map<string, Collected>();
  let isReadOnly: boolean | null = null;
  let running: Promise<void> | null = null;
  let stopped = false;

  registerFigures(meters, sources, collected);
  meters.gauge(
    {
      name: "db_readonly",
      help: "1 while the database accepts no writes",
      role: "both",
      labels: {},
    },
    () => (isReadOnly === null ? [] : plain(isReadOnly ? 1 : 0)),
  );

  async function takeRound(): Promise<void> {
    isReadOnly = await readIsReadOnly(pool);
    if (!isReadOnly && (await takeLease(db, "metrics", holder, LEASE_SECONDS))) {
      await load();
      for (const source of sources) {
        const last = collected.get(source.name)?.at ?? 0;
        const seconds = source.everySeconds ?? 0;
        if (seconds === 0 || Math.abs(Date.now() / 1000 - last) >= seconds) await collect(source);
      }
    }
    await load();
  }

  /** Reads one source. A failure leaves its stored figures, whose age then grows. */
  async function collect(source: FigureSource): Promise<void> {
    try {
      const figures = await source.read(db, clock.now());
      await sql`
        insert into collected_figures (source, figures, at) values (${source.name}, ${JSON.stringify(figures)}, now())
        on conflict (source) do update set figures = excluded.figures, at = excluded.at`.execute(db);
    } catch (error) {
      if (stopped) return;
      const said = { source: source.name, reason: (error as Error).message };
      // A database that is away is told of elsewhere. A lock or a slow statement is seen only here.
      if (isTimeout(error)) log.warn(said, "Figures could not be read; will retry");
      else if (isDatabaseUnavailable(error)) log.debug(said, "Figures could not be read; will retry");
      else log.error({ err: error, source: source.name }, "Figures could not be read; will retry");
    }
  }

  async function load(): Promise<void> {
    const { rows } = await sql<{ source: string; figures: Figure[]; at: number }>`
      select source, figures, extract(epoch from at)::double precision as at from collected_figures`.execute(
      db,
    );
    for (const { source, ...row } of rows) collected.set(source, row);
  }

  async function round(): Promise<void> {
    running ??= takeRound().finally(() => {
      running = null;
    });
    await running;
  }
  const tick = () =>
    void round().catch((error: Error) =>
      log.debug({ reason: error.message }, "Figures could not be collected"),
    );
  tick();
  const timer = setInterval(tick, EVERY_MS).unref();
  return {
    round,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running?.catch(() => undefined);
      await pool.end();
    },
  };
}

/** Registers the metrics of all sources; a figure that was not collected yet is not exported. */
function registerFigures(
  meters: Meters,
  sources: readonly FigureSource[],
  collected: ReadonlyMap<string, Collected>,
): void {
  for (const { name, metrics } of sources)
    for (const metric of metrics) {
      const read = (): Sample[] =>
        (collected.get(name)?.figures ?? [])
          .filter((figure) => figure.metric === metric.name)
          .map(({ labels = {}, value }) => ({ labels, value }));
      if (metric.name.endsWith("_total")) meters.counts(metric, read);
      else meters.gauge(metric, read);
    }
  meters.gauge(
    {
      name: "collected_timestamp_seconds",
      help: "When the figures of a source were read from the database",
      role: "both",
      labels: { source: new Set(sources.map(({ name }) => name)) },
    },
    () =>
      sources.flatMap(({ name }) => {
        const at = collected.get(name)?.at;
        return at === undefined ? [] : [{ labels: { source: name }, value: at }];
      }),
  );
}

/** Returns whether the server accepts no writes. Its connection is dropped then, because the primary may have moved. */
async function readIsReadOnly(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  let isReadOnly = false;
  try {
    const { rows } = await client.query<{ read_only: boolean }>(
      "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only",
    );
    isReadOnly = rows[0]?.read_only === true;
    return isReadOnly;
  } finally {
    client.release(isReadOnly);
  }
}
