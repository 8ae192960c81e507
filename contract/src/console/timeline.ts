import * as z from "zod";
import { Id, Moment } from "../common.ts";
import { orderStates } from "../order-states.ts";

const base = { id: z.string(), at: Moment };
const series = z.object({ id: Id, title: z.string() }).nullable();
/** An order as a line of a timeline names it. */
const order = { orderId: Id, number: z.string(), total: z.string() };

/** What happened to a person, or what they did. Each names the least that its line shows. */
export const TimelineEvent = z.discriminatedUnion("kind", [
  z.object({
    ...base,
    kind: z.literal("visit"),
    channel: z.string(),
    campaign: z.string().nullable(),
    landing: z.string().nullable(),
    series,
  }),
  z.object({
    ...base,
    kind: z.literal("step"),
    step: z.enum(["first_frame", "paywall", "checkout"]),
    episode: z.int(),
    series,
  }),
  /** Episodes of one series that were watched without a pause of half an hour. */
  z.object({
    ...base,
    kind: z.literal("watched"),
    series,
    from: z.int(),
    to: z.int(),
    episodes: z.int(),
    seconds: z.number(),
    /** Where the last one was left; null when it was watched to its end. */
    stoppedAt: z.number().nullable(),
  }),
  z.object({
    ...base,
    kind: z.literal("order"),
    ...order,
    title: z.string(),
    of: z.enum(["subscribe", "unlock", "change", "renewal"]),
    state: z.enum(orderStates),
  }),
  z.object({
    ...base,
    kind: z.literal("payment"),
    ...order,
    gateway: z.string(),
    outcome: z.string().nullable(),
    /** The gateway's word for why it was declined. */
    decline: z.string().nullable(),
    /** The card or account, as far as it is shown. */
    method: z.string().nullable(),
  }),
  z.object({
    ...base,
    kind: z.literal("refund"),
    ...order,
    state: z.enum(["pending", "done", "failed"]),
    by: z.enum(["operator", "member", "system", "gateway"]),
  }),
  z.object({
    ...base,
    kind: z.literal("mail"),
    mail: z.string(),
    state: z.enum(["accepted", "refused", "delayed"]),
    /** What the mail server answered, without addresses. */
    answer: z.string().nullable(),
  }),
  z.object({
    ...base,
    kind: z.literal("sign_in"),
    what: z.enum(["came", "registered", "signed_in"]),
    device: z.string().nullable(),
  }),
  z.object({
    ...base,
    kind: z.literal("consent"),
    /** What they allowed; null for an agreement to a document. */
    allowed: z.object({ ads: z.boolean(), analytics: z.boolean() }).nullable(),
    document: z.string().nullable(),
    version: z.string(),
  }),
  z.object({
    ...base,
    kind: z.literal("ticket"),
    number: z.string(),
    subject: z.string(),
    text: z.string(),
    state: z.enum(["open", "closed"]),
  }),
  /** What an operator or a command did for them. */
  z.object({
    ...base,
    kind: z.literal("act"),
    action: z.string(),
    by: z.string().nullable(),
    reason: z.string().nullable(),
    until: Moment.nullable(),
    series,
  }),
  z.object({ ...base, kind: z.literal("note"), text: z.string(), by: z.string().nullable() }),
]);
export type TimelineEvent = z.infer<typeof TimelineEvent>;
