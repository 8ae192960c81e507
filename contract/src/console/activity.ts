import * as z from "zod";
import { textParameter } from "../common.ts";
import { QueueName } from "./jobs.ts";

/** Since what was answered before; without it, what is to be asked from next. */
export const ActivityQuery = z.object({ since: textParameter(20) });

/** What moves: films and uploads of a series, an act on many series, an order, a ticket. */
export const movingKinds = ["series", "bulk", "order", "ticket"] as const;

/** What moved of that which the operator may see, and the numbers of the queues. A ticket is named by its number, all else by its id. */
export const Activity = z.object({
  /** To be sent with the next call. It stays the same while nothing moves. */
  since: z.string(),
  /** Whether anything may have changed, because the server does not know `since`. */
  whole: z.boolean(),
  /** `mark` is another one each time that the subject moves. */
  changed: z.array(z.object({ kind: z.enum(movingKinds), id: z.string(), mark: z.string() })),
  queues: z.array(z.object({ name: QueueName, waiting: z.int(), running: z.int(), failed: z.int() })),
});
export type Activity = z.infer<typeof Activity>;
