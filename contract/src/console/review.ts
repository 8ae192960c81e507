import * as z from "zod";
import { Moment, textParameter } from "../common.ts";
import { RequestKey } from "./operator.ts";
import { orderGateways } from "./order-kinds.ts";
import { MAX_NOTE, reviewEntryKinds } from "./review-kinds.ts";

/** The kind of an entry and the id of what it is about, with a full stop between them. */
export const ReviewId = z
  .string()
  .max(200)
  .regex(/^[a-z_]+\.[\x21-\x7e]+$/);

/** One entry of the review queue. */
export const ReviewEntryRow = z.object({
  id: ReviewId,
  kind: z.enum(reviewEntryKinds),
  since: Moment,
  /** Until when it must be answered; null: no deadline is known. */
  due: Moment.nullable(),
  /** The number of its order. */
  number: z.string().nullable(),
  email: z.string().nullable(),
  gateway: z.enum(orderGateways).nullable(),
  remoteId: z.string().nullable(),
  money: z.string().nullable(),
  /** A word of who reports it: the reason of a dispute, a code, the type of an event, what differs. */
  word: z.string().nullable(),
  count: z.int().nullable(),
  /** The state of the evidence of a dispute. */
  evidence: z.enum(["drafted", "reviewed", "submitted", "won", "lost", "expired"]).nullable(),
});
export type ReviewEntryRow = z.infer<typeof ReviewEntryRow>;

/** A closed entry. */
export const ClosedEntry = z.object({
  kind: z.enum(reviewEntryKinds),
  number: z.string().nullable(),
  at: Moment,
  note: z.string(),
});
export type ClosedEntry = z.infer<typeof ClosedEntry>;

/** The review queue: what is open, by deadline first, and what was closed last. */
export const ReviewQueue = z.object({
  list: z.array(ReviewEntryRow),
  /** What the open entries are about together, by currency. */
  stake: z.array(z.string()),
  closed: z.array(ClosedEntry),
});
export type ReviewQueue = z.infer<typeof ReviewQueue>;

/** What an entry's page says besides: its evidence as text fields, and what support asked for. */
export const ReviewDetail = ReviewEntryRow.extend({
  /** Whether its gateway can be asked from here. */
  reachable: z.boolean(),
  case: z
    .object({
      reason: z.string().nullable(),
      remoteId: z.string(),
      sentAt: Moment.nullable(),
      sentBy: z.string().nullable(),
      fields: z.array(z.object({ name: z.string(), max: z.int(), text: z.string() })),
    })
    .nullable(),
  request: z
    .object({ by: z.string().nullable(), reason: z.string(), note: z.string(), endNow: z.boolean() })
    .nullable(),
  /** What the order shows of its buyer and how it stands; null without an order. */
  order: z
    .object({
      title: z.string(),
      total: z.string(),
      state: z.string(),
      paidAt: Moment.nullable(),
      /** The right to watch that it paid for: a bank lets it rest. */
      right: z.enum(["open", "rests", "none"]),
      buyerSince: Moment.nullable(),
      paidBefore: z.int(),
    })
    .nullable(),
});
export type ReviewDetail = z.infer<typeof ReviewDetail>;

const note = z
  .string()
  .trim()
  .min(3)
  .max(MAX_NOTE)
  .refine((text) => !text.includes("\0"));

/** Closes an entry with a note. */
export const ReviewClose = z.object({ id: ReviewId, note, requestKey: RequestKey });

/** Gives a dispute up with a note. */
export const ReviewAccept = z.object({ id: ReviewId, note, requestKey: RequestKey });

/** Sends the evidence of a dispute, as a person edited it: once. */
export const ReviewEvidence = z.object({
  id: ReviewId,
  texts: z.record(
    z.string().max(60),
    z
      .string()
      .max(20_000)
      .refine((text) => !text.includes("\0")),
  ),
  requestKey: RequestKey,
});

/** Asks the gateway of an entry now. */
export const ReviewLook = z.object({ id: ReviewId });

/** Names an entry. */
export const ReviewName = z.object({ id: textParameter(200) });
