import * as z from "zod";
import { Counted, choiceParameter, Id, Moment, textParameter } from "../common.ts";
import { languages } from "../languages.ts";
import { keyPage, keyPageQuery } from "./key-pages.ts";
import { RequestKey } from "./operator.ts";
import { ticketViews } from "./ticket-views.ts";
import { TimelineEvent } from "./timeline.ts";

export const TicketsQuery = z.object({ ...keyPageQuery, view: choiceParameter(ticketViews, "open") });

const operator = z.object({ id: Id, email: z.string() });

/** A ticket in a list. */
export const ListedTicket = z.object({
  /** `T-000123` */
  number: z.string(),
  subject: z.string(),
  email: z.string(),
  language: z.enum(languages).nullable(),
  state: z.enum(["open", "closed"]),
  createdAt: Moment,
  closedAt: Moment.nullable(),
  /** Since when its writer waits for an answer; null: the team waits for them. */
  waitingSince: Moment.nullable(),
  /** Until when an answer is promised. */
  dueAt: Moment.nullable(),
  isLate: z.boolean(),
  assignedTo: operator.nullable(),
});
export type ListedTicket = z.infer<typeof ListedTicket>;

/** A page of tickets, with how many each view holds; a number that is not exact is the least. */
export const TicketPage = keyPage(ListedTicket).extend({
  views: z.record(z.enum(ticketViews), z.int().nonnegative()),
});

export const TicketQuery = z.object({ number: textParameter(20) });

/** What was said on a ticket after its first text. */
export const TicketMessage = z.object({
  id: Id,
  /** `answer`: mailed to them; `note`: of the team alone; `theirs`: what they wrote by mail, entered by an operator. */
  kind: z.enum(["answer", "note", "theirs"]),
  text: z.string(),
  by: z.string().nullable(),
  at: Moment,
  /** The outcome of the email of an answer; null: it waits to be sent. */
  mail: z
    .object({ state: z.enum(["accepted", "refused", "delayed"]), answer: z.string().nullable(), at: Moment })
    .nullable(),
});
export type TicketMessage = z.infer<typeof TicketMessage>;

/** A text to begin an answer with, by language. */
export const TicketSnippet = z.object({
  id: z.string(),
  text: z.partialRecord(z.enum(languages), z.string()),
});

/** A ticket with all that was said, and what is known of its person beside it. */
export const Ticket = ListedTicket.extend({
  text: z.string(),
  /** The operator who wrote first; null when its person did. */
  begunBy: z.string().nullable(),
  messages: z.array(TicketMessage),
  personId: Id.nullable(),
  /** Their last orders and what they watched last. */
  orders: z.array(TimelineEvent),
  watched: z.array(TimelineEvent),
  snippets: z.array(TicketSnippet),
  team: z.array(operator),
  /** Where their answers arrive; null: an address is not set. */
  answersTo: z.string().nullable(),
  /** Whether answers arrive in a mailbox that is named for that. */
  hasInbox: z.boolean(),
  /** Whether a mail server is configured: without one nothing can be answered. */
  mail: z.boolean(),
});
export type Ticket = z.infer<typeof Ticket>;

const act = { number: z.string().max(20), requestKey: RequestKey };
/** As long as what visitors may write. */
const Text = z.string().trim().min(1).max(5000);

/** Answers by mail. `seen`: how many messages the screen showed; others since refuse it. */
export const TicketAnswer = z.object({ ...act, text: Text, seen: Counted });
export const TicketNote = z.object({ ...act, text: Text, kind: z.enum(["note", "theirs"]) });
/** `to` null: nobody cares for it. `from`: who did when the screen showed it. */
export const TicketAssign = z.object({ ...act, from: Id.nullable(), to: Id.nullable() });
export const TicketAct = z.object(act);
