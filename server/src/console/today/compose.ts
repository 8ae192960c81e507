import {
  isPermitted,
  type Language,
  mayKnowCount,
  type Role,
  SMALL_GROUP,
  type Today,
} from "@cliffhanger/contract";
import { countVisitorsOf, listSeriesReach, readFirstPicture } from "#attribution";
import { readBeginning, readSellingSeries, readTodaySales } from "#billing";
import { hasLive, listReleasingSeries, textIn } from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Counted } from "#platform/kept-counts";
import { messagesIn } from "#platform/messages";
import { describeDrops, listDrops } from "#releases";
import { readSite } from "#site";
import type { NameOf } from "../naming/name-of.ts";
import { dropOf } from "../releases/compose.ts";
import { listNeeds } from "./needs.ts";
import { type Running, type RunningContext, readRunning } from "./running.ts";

/** What Today is composed from. */
export interface TodayContext extends RunningContext {
  db: Db;
  clock: Clock;
  nameOf: NameOf;
  zone: () => Promise<string>;
  /** Reads what is about many people once for all who ask. */
  keep: (name: string, counted: Counted<Figures>) => Promise<Figures>;
}

/** What is counted over sales and visitors. */
export type Figures = [
  sales: Awaited<ReturnType<typeof readTodaySales>>,
  visitors: Awaited<ReturnType<typeof countVisitorsOf>>,
  selling: Today["selling"],
];

const DAYS = 14;
const SELLING = 6;
const DROPS = 50;

/** The moments of a day in the site's zone. */
interface Day {
  name: string;
  start: Date;
  end: Date;
  weekAgo: { from: Date; to: Date };
  first: Date;
  /** The names of the last days, the oldest first. */
  last: string[];
}

/** Composes the first screen of the console: each domain answers its own part. */
export async function composeToday(context: TodayContext, role: Role, language: Language): Promise<Today> {
  const { db, clock } = context;
  const now = clock.now();
  const zone = await context.zone();
  const day = dayOf(now, zone);
  const showsAll = isPermitted(role, "person.read");
  const few = (count: number) => (mayKnowCount(role, count) ? count : null);
  const running = await readRunning(context, now);
  const readFigures = () =>
    Promise.all([
      readTodaySales(db, { ...day, zone, today: day.start, day: day.name, language }),
      countVisitorsOf(db, { now: { from: day.start, to: now }, before: day.weekAgo }),
      sellingOf(db, day.start, { showsAll, few, language }),
    ]);
  const figures = { read: readFigures, countOf: peopleOf };
  const [needs, [sales, visitors, selling], pictures, drops, start] = await Promise.all([
    listNeeds({ db, now, role, t: messagesIn(language), language, nameOf: context.nameOf, running }),
    context.keep(`${role} ${language} ${zone} ${day.name}`, figures),
    readFirstPicture(db, [now, new Date(now.getTime() - 7 * 86_400_000)].map(utcDay)),
    isPermitted(role, "release.read") ? dropsOf(db, day, now) : null,
    stepsOf(context, now),
  ]);
  const { members, unlocks } = sales;
  const isFew = few(members.now + unlocks.now) === null || few(members.before + unlocks.before) === null;
  return {
    at: now.toISOString(),
    zone,
    needs,
    numbers: {
      net: isFew ? [] : sales.net,
      members: { now: few(members.now), before: few(members.before) },
      unlocks: { now: few(unlocks.now), before: few(unlocks.before) },
      visitors: { now: few(visitors.now), before: few(visitors.before) },
      firstPicture: { now: pictures[0] ?? null, before: pictures[1] ?? null },
    },
    days: day.last.map((name) => {
      const { net, members: joined, unlocks: opened } = sales.days.get(name) ?? none;
      return {
        day: name,
        net: few(joined + opened) === null ? null : net,
        members: few(joined),
        unlocks: few(opened),
      };
    }),
    drops,
    running: shownRunning(running, few),
    selling,
    start,
  };
}

function peopleOf([sales, visitors]: Figures): number {
  const buyers = [...sales.days.values()].reduce((sum, { members, unlocks }) => sum + members + unlocks, 0);
  return buyers + visitors.now + visitors.before;
}

const none = { net: 0, members: 0, unlocks: 0 };

function dayOf(now: Date, zone: string): Day {
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const start = at.startOfDay();
  const asDate = (moment: Temporal.ZonedDateTime) => new Date(moment.epochMilliseconds);
  return {
    name: at.toPlainDate().toString(),
    start: asDate(start),
    end: asDate(start.add({ days: 1 })),
    weekAgo: { from: asDate(start.subtract({ days: 7 })), to: asDate(at.subtract({ days: 7 })) },
    first: asDate(start.subtract({ days: DAYS - 1 })),
    last: Array.from({ length: DAYS }, (_, index) =>
      at
        .toPlainDate()
        .subtract({ days: DAYS - 1 - index })
        .toString(),
    ),
  };
}

const utcDay = (at: Date) => at.toISOString().slice(0, 10);

async function dropsOf(db: Db, day: Day, now: Date): Promise<Today["drops"]> {
  const rows = await listDrops(db, { from: day.start, to: day.end, limit: DROPS });
  return (await describeDrops(db, rows)).map((drop) => dropOf(drop, now));
}

async function sellingOf(
  db: Db,
  since: Date,
  {
    showsAll,
    few,
    language,
  }: {
    showsAll: boolean;
    few: (count: number) => number | null;
    language: Language;
  },
): Promise<Today["selling"]> {
  const sold = await readSellingSeries(db, { since, limit: SELLING, language });
  const ids = sold.map(({ id }) => id);
  const [series, reach] = await Promise.all([listReleasingSeries(db, ids), listSeriesReach(db, ids, since)]);
  return sold.flatMap(({ id, buyers, net }) => {
    const row = series.find((one) => one.id === id);
    if (!row) return [];
    const { visitors = 0, paywall = 0 } = reach.find((one) => one.seriesId === id) ?? {};
    const isShown = (count: number) => showsAll || count >= SMALL_GROUP;
    return [
      {
        id,
        title: textIn(row.title, "en"),
        poster: row.poster,
        visitors: few(visitors),
        reach: visitors === 0 || !isShown(paywall) ? null : paywall / visitors,
        buy: paywall === 0 || !isShown(buyers) ? null : Math.min(1, buyers / paywall),
        net: isShown(buyers) ? net : null,
      },
    ];
  });
}

function shownRunning(
  { isBackupDue: _due, watching, ...running }: Running,
  few: (count: number) => number | null,
): Today["running"] {
  return { ...running, watching: few(watching) };
}

async function stepsOf({ db, billing }: TodayContext, now: Date): Promise<Today["start"]> {
  const { hasSold, hasPrice } = await readBeginning(db, now);
  if (hasSold) return null;
  const [site, series] = await Promise.all([readSite(db), hasLive(db)]);
  return [
    { step: "site", isDone: site.seller.name !== "" },
    { step: "upload", isDone: series.hasAny },
    { step: "publish", isDone: series.hasLive },
    { step: "plan", isDone: hasPrice },
    { step: "gateway", isDone: billing.gateways.size > 0 },
    { step: "mail", isDone: billing.mail.available },
    { step: "sale", isDone: false },
  ];
}
