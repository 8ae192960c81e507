import * as z from "zod";
import { Id, Image, Moment, textParameter } from "../common.ts";
import { languages } from "../languages.ts";
import { orderStates } from "../order-states.ts";
import { pageNames } from "../site.ts";
import { QueueName } from "./jobs.ts";
import { OperatorRole } from "./operator.ts";
import { seriesStates } from "./series-states.ts";

/** What the console searches for: the beginnings of words, or a whole number, id or mail address. */
export const SearchQuery = z.object({ q: textParameter(200) });

/** Whether the whole number, id or address was given, so that nothing else can be meant. */
const exact = z.boolean();

/** What search found. Each names what its screen opens by. */
export const SearchHit = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("series"),
    exact,
    id: Id,
    title: z.string(),
    poster: Image.nullable(),
    state: z.enum(seriesStates),
  }),
  z.object({
    kind: z.literal("episode"),
    exact,
    seriesId: Id,
    series: z.string(),
    number: z.int(),
    title: z.string(),
  }),
  z.object({
    kind: z.literal("tag"),
    exact,
    id: Id,
    name: z.string(),
    of: z.enum(["category", "tag"]),
  }),
  /** The file of a film or of an upload; its number is null while it is not known. */
  z.object({
    kind: z.literal("file"),
    exact,
    seriesId: Id,
    series: z.string(),
    number: z.int().nullable(),
    name: z.string(),
    state: z.enum(["queued", "encoding", "ready", "failed", "receiving", "checking", "refused"]),
  }),
  z.object({
    kind: z.literal("page"),
    exact,
    name: z.enum(pageNames),
    language: z.enum(languages),
    title: z.string(),
  }),
  z.object({ kind: z.literal("operator"), exact, id: Id, email: z.string(), role: OperatorRole }),
  z.object({
    kind: z.literal("order"),
    exact,
    id: Id,
    number: z.string(),
    title: z.string(),
    total: z.string(),
    state: z.enum(orderStates),
    at: Moment,
  }),
  z.object({
    kind: z.literal("person"),
    exact,
    id: Id,
    email: z.string(),
    of: z.enum(["guest", "member"]),
  }),
  z.object({
    kind: z.literal("ticket"),
    exact,
    number: z.string(),
    subject: z.string(),
    state: z.enum(["open", "closed"]),
  }),
  z.object({ kind: z.literal("job"), exact, id: z.string(), queue: QueueName }),
  /** The rows of the audit log that a request wrote, as far as the operator may read them. */
  z.object({ kind: z.literal("log"), exact, requestId: z.string(), rows: z.int() }),
]);
export type SearchHit = z.infer<typeof SearchHit>;
