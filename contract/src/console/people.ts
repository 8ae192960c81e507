import * as z from "zod";
import { choiceParameter, Id, idParameter, Moment, Money, textParameter } from "../common.ts";
import { languages } from "../languages.ts";
import { keyPageQuery } from "./key-pages.ts";
import { RequestKey } from "./operator.ts";
import { EffectHash } from "./series.ts";
import { timelineGroups } from "./timeline-groups.ts";

/**
 * Whom the console looks for: a mail address or its beginning, the number of an order, receipt or ticket, or the id of a payment at its
 * gateway, in `q`; or a card by its last four digits with the day and the amount of a payment.
 */
export const PeopleQuery = z.object({
  ...keyPageQuery,
  q: textParameter(200),
  last4: textParameter(4),
  /** `2026-11-19`, in the site's zone. */
  day: textParameter(10),
  /** `19.99` */
  amount: textParameter(16),
});

/** A person in a list. */
export const FoundPerson = z.object({
  id: Id,
  /** The address of a member, or the one that a guest bought with. */
  email: z.string().nullable(),
  kind: z.enum(["guest", "member"]),
  since: Moment,
  language: z.enum(languages).nullable(),
  /** How many orders they paid. */
  paidOrders: z.int(),
  /** Until when they may watch everything; null: they may not. */
  memberUntil: Moment.nullable(),
  /** When the account will be erased, if its owner or an operator asked for that. */
  deletesAt: Moment.nullable(),
});
export type FoundPerson = z.infer<typeof FoundPerson>;

export const PersonQuery = z.object({ id: idParameter() });

/** A right to watch that is active: by an order, or granted by an operator. */
export const PersonRight = z.object({
  id: Id,
  /** Null: every series. */
  series: z.object({ id: Id, title: z.string() }).nullable(),
  source: z.enum(["order", "grace", "grant"]),
  /** The number of the order that paid for it. */
  order: z.string().nullable(),
  until: Moment.nullable(),
});
export type PersonRight = z.infer<typeof PersonRight>;

/** A person with what their page shows beside the timeline. */
export const Person = z.object({
  id: Id,
  email: z.string().nullable(),
  kind: z.enum(["guest", "member"]),
  language: z.enum(languages).nullable(),
  createdAt: Moment,
  registeredAt: Moment.nullable(),
  deletesAt: Moment.nullable(),
  /** The address that waits for its mailbox to be proved. */
  newEmail: z.string().nullable(),
  /** By currency: amounts of different currencies are never added. */
  paid: z.array(Money),
  refunded: z.array(Money),
  membership: z.object({
    state: z.enum(["free", "trialing", "active", "past_due", "cancelled", "expired"]),
    plan: z.string().nullable(),
    until: Moment.nullable(),
    renews: z.boolean(),
  }),
  /** How many series they unlocked one by one. */
  unlocked: z.int(),
  watched: z.object({ series: z.int(), seconds: z.number() }),
  rights: z.array(PersonRight),
  devices: z.array(z.object({ id: Id, device: z.string(), lastSeenAt: Moment })),
  consent: z.object({ ads: z.boolean(), analytics: z.boolean(), at: Moment }).nullable(),
  agreements: z.array(z.object({ document: z.string(), version: z.string(), at: Moment })),
  /** Whether a mail server is configured: without one nothing can be written to them. */
  mail: z.boolean(),
});
export type Person = z.infer<typeof Person>;

export const TimelineQuery = z.object({
  id: idParameter(),
  after: keyPageQuery.after,
  size: keyPageQuery.size,
  group: choiceParameter(timelineGroups, undefined),
});

const act = { id: Id, requestKey: RequestKey };
/** Why it is done: kept in the audit log, so it names no mail address. */
export const Reasoned = z.string().trim().min(3).max(500);

/** The most days that one grant gives. */
export const MAX_GRANT_DAYS = 3660;
/** A grant of more days needs a fresh proof of identity. */
export const FRESH_GRANT_DAYS = 30;

/** Grants days of everything, or one series permanently. */
export const PersonGrant = z.union([
  z.object({ ...act, reason: Reasoned, days: z.int().min(1).max(MAX_GRANT_DAYS) }),
  z.object({ ...act, reason: Reasoned, seriesId: Id }),
]);

/** Revokes a grant. */
export const PersonRevoke = z.object({ ...act, reason: Reasoned, grantId: Id });

export const PersonAct = z.object(act);

/** A note of the team. */
export const PersonNote = z.object({ ...act, text: z.string().trim().min(1).max(2000) });

/** A ticket from our side. */
export const PersonWrite = z.object({
  ...act,
  subject: z.string().trim().min(1).max(200),
  text: z.string().trim().min(1).max(5000),
});

/** Another address, which counts once its mailbox is proved. */
export const PersonMail = z.object({ ...act, email: z.string().trim().max(1000) });

/** Schedules the deletion of an account. `dryRun` answers what will happen; the act carries the hash of that answer. */
export const PersonDelete = z.object({
  ...act,
  reason: Reasoned.optional(),
  dryRun: z.boolean().optional(),
  effect: EffectHash.optional(),
});

/** What the deletion of an account will do. */
export const PersonDeletion = z.object({ hash: EffectHash, sentences: z.array(z.string()) });
