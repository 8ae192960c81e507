import * as z from "zod";
import { Id, Moment } from "../common.ts";
import { RequestKey } from "./operator.ts";
import { PeopleCount } from "./people-count.ts";
import { exportKinds, MAX_COMPARED, revenueGroups, touchKinds, visitorGroups } from "./report-kinds.ts";

/** A day in the zone of the site. */
export const ReportDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** The days of a report, both included; without them the last 28. */
export const ReportRange = z.object({ from: ReportDay.optional(), to: ReportDay.optional() });

/**
 * What every report says of itself. `firstDay`: the day of the first data, null while there is none. `asOf`: the moment that the replica shows
 * which the report was read from, null if it was the primary.
 */
export const ReportHead = z.object({
  from: ReportDay,
  to: ReportDay,
  today: ReportDay,
  firstDay: ReportDay.nullable(),
  zone: z.string(),
  asOf: Moment.nullable(),
});
export type ReportHead = z.infer<typeof ReportHead>;

const touch = z.enum(["first", "last"]).default("last");

/**
 * Amounts of a currency in its smallest unit, as the ledger has them. `net`: sales less refunds, disputes, fees and what
 * was exchanged into another currency.
 */
export const ReportSums = z.object({
  currency: z.string(),
  sales: z.int(),
  refunds: z.int(),
  disputes: z.int(),
  fees: z.int(),
  exchanged: z.int(),
  net: z.int(),
});
export type ReportSums = z.infer<typeof ReportSums>;

const amounts = z.array(z.object({ currency: z.string(), amount: z.int() }));
/** Editors read null instead of what a small group brings, as the price would tell how many they are. */
const monthly = z.array(z.object({ currency: z.string(), amount: z.int().nullable() }));

export const RevenueQuery = ReportRange.extend({ by: z.enum(revenueGroups).default("day") });

/** Revenue by day and by one more group. Days without a booking are left out. */
export const RevenueReport = ReportHead.extend({
  by: z.enum(revenueGroups),
  totals: z.array(ReportSums),
  days: z.array(z.object({ day: ReportDay, sums: z.array(ReportSums) })),
  rows: z.array(z.object({ key: z.string(), label: z.string(), sums: z.array(ReportSums) })),
  /** Of many groups only those with the most sales are rows: what the others add up to, and how many they are. */
  rest: z.object({ groups: z.int(), sums: z.array(ReportSums) }).nullable(),
  /** Payments whose fee the gateway has not told yet; `fees` lacks them. */
  unknownFees: z.int(),
});
export type RevenueReport = z.infer<typeof RevenueReport>;

/** How memberships begin and end. */
export const MembershipMoves = z.object({
  began: PeopleCount,
  regained: PeopleCount,
  lostByChoice: PeopleCount,
  lostByFailure: PeopleCount,
});
export type MembershipMoves = z.infer<typeof MembershipMoves>;

/** Memberships: what they bring in thirty days, how they begin and end, and how they renew. */
export const SubscriptionsReport = ReportHead.extend({
  /** At the end of the last day, by currency. */
  monthly,
  live: PeopleCount,
  moves: MembershipMoves,
  days: z.array(MembershipMoves.extend({ day: ReportDay, live: PeopleCount, monthly })),
  /** By the month in which they began: of those whose n-th renewal was due, how many renewed. */
  cohorts: z.array(
    z.object({
      month: z.string(),
      began: PeopleCount,
      renewals: z.array(z.object({ due: PeopleCount, renewed: PeopleCount })),
    }),
  ),
  /** Those whose payment fails now, by the number of failed attempts. */
  dunning: z.array(z.object({ step: z.int(), members: PeopleCount, amounts })),
});
export type SubscriptionsReport = z.infer<typeof SubscriptionsReport>;

export const VisitorsQuery = ReportRange.extend({ by: z.enum(visitorGroups).default("kind"), touch });

/** A group of visitors with its way to a purchase. Amounts are left out of groups with few buyers, for editors. */
export const VisitorRow = z.object({
  key: z.string(),
  label: z.string(),
  visitors: PeopleCount,
  watched: PeopleCount,
  /** For each of the report's depths. */
  reached: z.array(PeopleCount),
  paywall: PeopleCount,
  checkout: PeopleCount,
  paid: PeopleCount,
  renewed: PeopleCount,
  sums: z.array(ReportSums.pick({ currency: true, refunds: true, fees: true, net: true })),
});
export type VisitorRow = z.infer<typeof VisitorRow>;

/** The way from the first visit to a renewal, by group. */
export const FunnelReport = ReportHead.extend({
  by: z.enum(visitorGroups),
  touch: z.enum(["first", "last"]),
  depths: z.array(z.int()),
  rows: z.array(VisitorRow),
  total: VisitorRow,
  /** Part of it is counted by day, where somebody on two days counts twice. */
  isSummed: z.boolean(),
});
export type FunnelReport = z.infer<typeof FunnelReport>;

/** What each group costs and brings. */
export const CampaignsReport = FunnelReport.extend({
  rows: z.array(VisitorRow.extend({ costs: amounts })),
});
export type CampaignsReport = z.infer<typeof CampaignsReport>;

export const RetentionQuery = ReportRange.extend({
  series: Id.optional(),
  touch,
  /** Ways in which visitors came, separated by commas. */
  compare: z
    .string()
    .max(100)
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(z.enum(touchKinds)).max(MAX_COMPARED - 1))
    .default([]),
});

const RetentionGroup = z.object({
  /** Empty: everybody. */
  key: z.string(),
  began: PeopleCount,
  wall: z.object({ reached: PeopleCount, paid: PeopleCount, members: PeopleCount, left: PeopleCount }),
  /** How many reached each episode, from the first. */
  reached: z.array(PeopleCount),
});
export type RetentionGroup = z.infer<typeof RetentionGroup>;

/** How far into a series its viewers come. Null: no series was ever watched. */
export const RetentionReport = ReportHead.extend({
  touch: z.enum(["first", "last"]),
  series: z
    .object({
      id: Id,
      title: z.string(),
      /** Episodes before the paywall. */
      free: z.int(),
      /** `errors`: how often it could not go on in these days. */
      episodes: z.array(z.object({ id: Id, number: z.int(), title: z.string(), errors: z.int() })),
    })
    .nullable(),
  groups: z.array(RetentionGroup),
  /** Where most leave, the greatest loss first. */
  losses: z.array(
    z.object({
      /** The last one that they watched. */
      episode: z.int(),
      /** Whether they left at the paywall after it, instead of within it. */
      isWall: z.boolean(),
      left: PeopleCount,
      /** In percent of those that the part of the picture begins with. */
      points: z.number(),
      /** The second by which half of those who left in this episode had left. */
      halfLeftAt: z.number().nullable(),
    }),
  ),
  /** What purchases of the series brought in these days. */
  earned: z.array(ReportSums),
});
export type RetentionReport = z.infer<typeof RetentionReport>;

const Quality = z.object({
  plays: z.int(),
  p50: z.number().nullable(),
  p75: z.number().nullable(),
  p95: z.number().nullable(),
  rebuffering: z.number().nullable(),
  leftEarly: z.number().nullable(),
  errors: z.int(),
});
export type PlaybackQuality = z.infer<typeof Quality>;

/** Playback as browsers measured it: times to the first frame in milliseconds, shares from 0 to 1. */
export const PlaybackReport = ReportHead.extend({
  all: Quality,
  days: z.array(Quality.extend({ day: ReportDay })),
  rows: z.array(Quality.extend({ rendition: z.string(), network: z.string() })),
  errors: z.array(z.object({ kind: z.string(), count: z.int() })),
});
export type PlaybackReport = z.infer<typeof PlaybackReport>;

/** The accounts of the ledger: what they held before, what came and went, and what they hold at the end. */
export const LedgerReport = ReportHead.extend({
  rows: z.array(
    z.object({
      account: z.string(),
      currency: z.string(),
      opening: z.int(),
      debit: z.int(),
      credit: z.int(),
      closing: z.int(),
    }),
  ),
});
export type LedgerReport = z.infer<typeof LedgerReport>;

/** What campaigns cost, as an operator types it in or reads it from a file. An amount replaces that of the same day. */
export const CampaignCosts = z.object({
  costs: z
    .array(
      z.object({
        by: z.enum(visitorGroups),
        /** The key of the group in the report. */
        key: z.string().min(1).max(200),
        day: ReportDay,
        currency: z.string().regex(/^[A-Z]{3}$/),
        /** As people write it, such as 12.50; 0 takes it back. */
        amount: z.string().max(20),
      }),
    )
    .min(1)
    .max(1000),
});

/** What is exported: a report or a list, with the parameters of its address. */
export const ExportAct = z.object({
  requestKey: RequestKey,
  kind: z.enum(exportKinds),
  params: z.record(z.string().max(40), z.string().max(400)),
});

/** An export of the operator. */
export const ConsoleExport = z.object({
  id: Id,
  kind: z.enum(exportKinds),
  state: z.enum(["waiting", "running", "done", "failed"]),
  rows: z.int().nullable(),
  createdAt: Moment,
  /** Until when it can be loaded. */
  endsAt: Moment,
});
export type ConsoleExport = z.infer<typeof ConsoleExport>;
