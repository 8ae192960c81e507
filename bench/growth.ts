import { setTimeout as pause } from "node:timers/promises";
import { readReport, stepPartitions, touchPartitions } from "../server/src/attribution/index.ts";
import { openLibrary } from "../server/src/library/index.ts";
import { systemClock } from "../server/src/platform/clock.ts";
import type { Database } from "../server/src/platform/db/database.ts";
import { keepPartitions, nameOf, unitStart } from "../server/src/platform/db/partitions.ts";
import { openLog } from "../server/src/platform/log.ts";
import { countedPlayPartitions, openPlays } from "../server/src/playback/index.ts";
import { openCatalogue } from "./catalogue.ts";
import { alone, median, type Outcome } from "./measure.ts";

/** Steps in 90 days. `BENCH_STEPS` makes a smaller try, whose figures are not those of the goals. */
const STEPS = Number(process.env["BENCH_STEPS"] ?? 5_500_000);
/** Steps of a visitor, on average. */
const STEPS_EACH = 5.5;
const SERIES = 500;
const DAYS = 90;
/** Counted plays of the day that is dropped. */
const PLAYS = Math.ceil(STEPS * 0.6);
const ROUNDS = 3;
const REPORT_EVERY_MS = 5;

/** Measures what time makes of the tables that grow: reports over many steps, and a day of plays that is dropped. */
export async function measure(): Promise<Outcome> {
  const catalogue = await openCatalogue("growth", 0);
  const { database } = catalogue;
  try {
    await fill(database);
    const campaign = await timeReport(database, false);
    const series = await timeReport(database, true);
    const dropped = await dropDay(database);
    return {
      rows: [
        alone("a report of 90 days by campaign", "s", campaign, { atMost: 3 }),
        alone("a report of 90 days by series, with the episodes of one", "s", series, { atMost: 5 }),
        alone("a day of plays is dropped", "s", dropped.seconds, { atMost: 1 }),
        {
          what: "longest wait of a progress report meanwhile",
          unit: "ms",
          ours: dropped.worst,
          limit: dropped.control,
          ratio: dropped.worst / dropped.control,
          goal: { atMost: 100 },
        },
      ],
      missing: [],
      notes: [
        `${STEPS} steps of ${Math.ceil(STEPS / STEPS_EACH)} visitors in ${SERIES} series over ${DAYS} days; ${PLAYS} plays in the day that is dropped.`,
        `Progress reports: one every ${REPORT_EVERY_MS} ms, against the same for a second before.`,
      ],
    };
  } finally {
    await catalogue.close();
  }
}

/** Makes visitors with touches and steps, once. */
async function fill(database: Database): Promise<void> {
  const visitors = Math.ceil(STEPS / STEPS_EACH);
  const { rows } = await database.pool.query<{ count: number }>(
    "select count(*)::int as count from visitor where id like 'bench-growth-%'",
  );
  if (rows[0]?.count === visitors) return;
  if (rows[0]?.count) throw new Error("The folder has another number of visitors. Remove it.");
  console.log(`Generating ${STEPS} steps, once…`);
  const now = systemClock.now();
  for (let ago = 4; ago >= 0; ago--)
    for (const partitioned of [stepPartitions, touchPartitions])
      await keepPartitions(database.upkeep, partitioned, unitStart(now, "month", -ago));
  const client = await database.pool.connect();
  try {
    // Foreign keys hold by construction; checking each row would take longer than writing it.
    await client.query("begin; set local session_replication_role = replica");
    await client.query(
      `insert into visitor (id, kind, referrer_token, created_at)
       select 'bench-growth-' || n, 'guest', 'bench-growth-' || n, $2 from generate_series(1, $1::int) as n`,
      [visitors, now],
    );
    await client.query(
      `insert into channel (kind, campaign, token, language, made_on)
       select 'tiktok', 'bench ' || n, '', 'en', $1 from generate_series(1, 40) as n on conflict do nothing`,
      [now],
    );
    const channel = "(select min(id) from channel where campaign like 'bench %') + n % 40";
    const began = `$2::timestamptz - make_interval(secs => (n::bigint * 7919 % ${DAYS * 86_400})::double precision)`;
    await client.query(
      `insert into touch (id, visitor_id, at, record, own_channel, first_channel, last_channel)
       select 'bench-growth-' || n, 'bench-growth-' || n, ${began},
         jsonb_build_object('kind', 'tiktok', 'value', n::text, 'seriesId', 'bench-' || n % ${SERIES}),
         ${channel}, ${channel}, ${channel} from generate_series(1, $1::int) as n`,
      [visitors, now],
    );
    // From 1 to 10 steps each: episodes, then the paywall.
    await client.query(
      `insert into funnel_step (visitor_id, series_id, step, episode_number, at, first_channel, last_channel)
       select 'bench-growth-' || n, 'bench-' || n % ${SERIES}, case when k > 8 then 'paywall' else 'episode' end, k,
         least(${began} + make_interval(mins => k), $2), ${channel}, ${channel}
       from generate_series(1, $1::int) as n, generate_series(1, 10) as k where k <= 1 + n / 500 % 10`,
      [visitors, now],
    );
    await client.query("commit");
    await client.query("vacuum analyze visitor, touch, funnel_step, channel");
  } finally {
    // Ends the session, and with it what a failure left open.
    client.release(true);
  }
}

/** Returns the seconds of a report: the median of some rounds. */
async function timeReport({ upkeep }: Database, isBySeries: boolean): Promise<number> {
  const to = systemClock.now();
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    await readReport(upkeep, {
      from: new Date(to.getTime() - DAYS * 86_400_000),
      to,
      by: isBySeries ? "series" : "campaign",
      touch: "last",
      series: isBySeries ? { id: "bench-7", title: "Seven" } : null,
      titleOf: async (id) => id,
    });
    seconds.push((performance.now() - begun) / 1000);
  }
  return median(seconds);
}

/** Drops a day of plays while viewers report their progress. */
async function dropDay(database: Database) {
  const now = systemClock.now();
  const day = unitStart(now, "day", -(countedPlayPartitions.kept ?? 0) - 1);
  await keepPartitions(database.upkeep, { ...countedPlayPartitions, kept: null }, day);
  await fillDay(database, day);
  const { rows } = await database.pool.query<{ id: string }>("select id from visible_episode limit 1");
  const episodeId = rows[0]?.id ?? "";
  const plays = openPlays({ db: database.upkeep, log: openLog({ level: "silent", pretty: false }) });
  const library = openLibrary({ db: database.db, clock: systemClock, listener: plays.listener });
  let worst = 0;
  let isOver = false;
  const reporting = (async () => {
    for (let no = 1; !isOver; no++) {
      const begun = performance.now();
      await library.report({ id: `bench-growth-${1 + (no % 1000)}`, kind: "guest" }, [
        { episodeId, position: 5 },
      ]);
      worst = Math.max(worst, performance.now() - begun);
      await pause(REPORT_EVERY_MS);
    }
  })();
  await pause(500);
  worst = 0;
  await pause(1_000);
  const control = worst;
  worst = 0;
  const begun = performance.now();
  const kept = await keepPartitions(database.upkeep, countedPlayPartitions, now);
  const seconds = (performance.now() - begun) / 1000;
  isOver = true;
  await reporting;
  await plays.stop();
  if (kept.dropped !== 1) throw new Error(`${kept.dropped} days were dropped instead of one.`);
  return { seconds, worst, control };
}

/** Fills the partition of a day with counted plays. */
async function fillDay({ pool }: Database, day: Date): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin; set local session_replication_role = replica");
    await client.query(
      `insert into ${nameOf(countedPlayPartitions, day)} (visitor_id, episode_id, day, at, counted_at)
       select 'bench-growth-' || n, 'episode ' || n % 1000, $2::timestamptz at time zone 'UTC', $2::timestamptz, $2::timestamptz
       from generate_series(1, $1::int) as n`,
      [PLAYS, day],
    );
    await client.query("commit");
  } finally {
    client.release(true);
  }
}
