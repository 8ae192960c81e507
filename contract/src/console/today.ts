import * as z from "zod";
import { Id, Image, Moment, Money } from "../common.ts";
import { GroupCount } from "./plans.ts";
import { ReleaseDrop } from "./releases.ts";
import { needKinds, startSteps } from "./today-kinds.ts";

/** Something that an operator has to do, with the one place where it is done. */
export const Need = z.object({
  id: z.string(),
  kind: z.enum(needKinds),
  /** `red`: money or viewers are losing something now. */
  tone: z.enum(["red", "amber"]),
  title: z.string(),
  text: z.string(),
  /** Until when; null: no deadline is known. */
  due: Moment.nullable(),
  since: Moment.nullable(),
  /** The address of its screen, below `/console`. */
  href: z.string(),
});
export type Need = z.infer<typeof Need>;

/** A number of today beside that of the same weekday a week ago, up to the same minute. */
const Compared = z.object({ now: GroupCount, before: GroupCount });

/** A money sum in one currency. */
export const TodayMoney = z.object({ now: Money, before: Money });

/** What the first screen of the console shows. What the caller may not see is not in it. */
export const Today = z.object({
  at: Moment,
  /** The zone in which the day begins. */
  zone: z.string(),
  needs: z.array(Need),
  numbers: z.object({
    /** What new sales brought, less what was given back of them, by currency: the one with most sales first. */
    net: z.array(TodayMoney),
    members: Compared,
    unlocks: Compared,
    visitors: Compared,
    /** In milliseconds; null without data. It is known by the day alone, which begins at midnight UTC. */
    firstPicture: z.object({ now: z.number().nullable(), before: z.number().nullable() }),
  }),
  /** The last 14 days, the oldest first: net in the currency with most sales, and counts. Null: a small group. */
  days: z.array(
    z.object({ day: z.string(), net: z.int().nullable(), members: GroupCount, unlocks: GroupCount }),
  ),
  /** Null: the caller may not see releases. */
  drops: z.array(ReleaseDrop).nullable(),
  running: z.object({
    /** Viewers who reported that they watch in the last 30 seconds. */
    watching: GroupCount,
    encoding: z.object({ running: z.int(), waiting: z.int(), failed: z.int() }).nullable(),
    /** When each gateway that is set up last sent an event; null: never, as far as is known. */
    gateways: z.array(
      z.object({ name: z.enum(["stripe", "paypal"]), at: Moment.nullable(), isSilent: z.boolean() }),
    ),
    mail: z.object({ waiting: z.int(), failed: z.int() }).nullable(),
    hasMail: z.boolean(),
    /** The disk of the data folder; null: it did not answer. */
    disk: z.object({ usedShare: z.number(), bytes: z.number() }).nullable(),
    /** When the last good backup was made; null: none is known. */
    backup: z.object({ at: Moment, isOld: z.boolean() }).nullable(),
  }),
  selling: z.array(
    z.object({
      id: Id,
      title: z.string(),
      poster: Image.nullable(),
      visitors: GroupCount,
      /** Shares from 0 to 1; null without data, or for a small group. */
      reach: z.number().nullable(),
      buy: z.number().nullable(),
      net: z.array(Money).nullable(),
    }),
  ),
  /** The steps to the first sale; null once there was one. */
  start: z.array(z.object({ step: z.enum(startSteps), isDone: z.boolean() })).nullable(),
});
export type Today = z.infer<typeof Today>;
