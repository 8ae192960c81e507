import * as z from "zod";
import { Counted, Id, Moment, Money } from "../common.ts";
import { languages } from "../languages.ts";
import { RequestKey } from "./operator.ts";
import { EffectHash } from "./series.ts";

/** A number of people. Null: fewer than five, to a role that sees no small groups. */
export const GroupCount = z.int().nullable();

/** The id of a plan; null stands for the general price of a series. */
const PricedId = Id.nullable();
const Currency = z.string().regex(/^[A-Z]{3}$/);
const AmountText = z.string().trim().max(20);
/** A text in each language that has one. */
export const PlanTexts = z.partialRecord(z.enum(languages), z.string().trim().max(200));
export type PlanTexts = z.infer<typeof PlanTexts>;

/** What is sold in a currency, and what is planned. */
export const ConsolePlanPrice = z.object({
  currency: z.string(),
  /** Null: it is not sold in this currency now. */
  price: Money.nullable(),
  perDay: Money.nullable(),
  /** Prices that begin later, in order; null: it is no longer sold from then on. */
  planned: z.array(z.object({ at: Moment, price: Money.nullable() })),
  members: GroupCount,
  /** What running memberships renew at, and how many do: each keeps the price that it agreed to. */
  renews: z.array(z.object({ price: Money, members: GroupCount })),
  /** What was paid in the last 28 days, less what was given back; null where the group is too small for the caller. */
  net: Money.nullable(),
});
export type ConsolePlanPrice = z.infer<typeof ConsolePlanPrice>;

/** A plan with its texts, prices and members. */
export const ConsolePlan = z.object({
  id: Id,
  /** In English, or else in the first language. */
  name: z.string(),
  names: PlanTexts,
  descriptions: PlanTexts,
  periodDays: z.int(),
  isSold: z.boolean(),
  members: GroupCount,
  prices: z.array(ConsolePlanPrice),
});
export type ConsolePlan = z.infer<typeof ConsolePlan>;

/** All plans in the order of the sheet, and the general price of a series. */
export const ConsolePlans = z.object({
  list: z.array(ConsolePlan),
  unlock: z.array(ConsolePlanPrice.pick({ currency: true, price: true, planned: true })),
  /** Whether anything can be paid: without a gateway nothing is on sale. */
  isOpen: z.boolean(),
  /** What a customer agrees to before paying, in each language. */
  consent: z.record(z.enum(languages), z.object({ subscription: z.string(), unlock: z.string() })),
  /** The address at which viewers' sheet is shown. It opens it for an hour. */
  preview: z.string(),
});
export type ConsolePlans = z.infer<typeof ConsolePlans>;

const Typed = z.record(Currency, AmountText).optional();
const seen = { dryRun: z.boolean().optional(), effect: EffectHash.optional() };

/**
 * Sets prices from now on, or from a moment on. `dryRun` answers what would change, and the act carries the hash of that answer.
 * `typed` repeats each amount that changes a price by more than half.
 */
export const PlanPriceChange = z.object({
  planId: PricedId,
  set: z
    .array(z.object({ currency: Currency, amount: AmountText.nullable() }))
    .min(1)
    .max(40),
  from: Moment.nullable(),
  typed: Typed,
  requestKey: RequestKey,
  ...seen,
});

/** Cancels a planned price: the one before it goes on. */
export const PlanPriceCancel = z.object({
  planId: PricedId,
  currency: Currency,
  at: Moment,
  requestKey: RequestKey,
  ...seen,
});

/** What a change of prices would do. */
export const PlanPriceEffect = z.object({
  hash: EffectHash,
  sentences: z.array(z.string()),
  /** The currencies whose new amount has to be typed again. */
  typed: z.array(Currency),
});
export type PlanPriceEffect = z.infer<typeof PlanPriceEffect>;

const Order = z.array(Id).min(1).max(200);

/** Adds a plan, takes one off sale or puts it back, or puts the plans in another order. */
export const PlanAct = z.discriminatedUnion("act", [
  z.object({
    act: z.literal("add"),
    id: z.string().trim().max(40),
    days: z.int(),
    name: z.string().trim().max(200),
    description: z.string().trim().max(400).default(""),
    prices: z
      .array(z.object({ currency: Currency, amount: AmountText }))
      .min(1)
      .max(40),
    requestKey: RequestKey,
  }),
  z.object({ act: z.literal("sell"), id: Id, isSold: z.boolean(), requestKey: RequestKey, ...seen }),
  /** `from` is the order that the screen showed: another one since refuses it. */
  z.object({ act: z.literal("order"), from: Order, id: Id, place: Counted.min(1), requestKey: RequestKey }),
]);
export type PlanAct = z.infer<typeof PlanAct>;

/** Sets the texts of a plan. `from` is what the screen showed: other texts since refuse it. */
export const PlanTextsChange = z.object({
  id: Id,
  names: PlanTexts,
  descriptions: PlanTexts,
  from: z.object({ names: PlanTexts, descriptions: PlanTexts }),
});
