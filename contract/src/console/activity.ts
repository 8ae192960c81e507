import * as z from "zod";
import { textParameter } from "../common.ts";
import { QueueName } from "./jobs.ts";

/** Since what was answered before; without it, what is to be asked from next. */
export const ActivityQuery = z.object({ since: textParameter(20) });

/** What moved: the series whose films or uploads did, acts on many series, and the numbers of the queues. */
export const Activity = z.object({
  /** To be sent with the next call. It stays the same while nothing moves. */
  since: z.string(),
  /** Whether anything may have changed, because the server does not know `since`. */
  whole: z.boolean(),
  /** `mark` is another one each time that the subject moves. */
  changed: z.array(z.object({ kind: z.enum(["series", "bulk"]), id: z.string(), mark: z.string() })),
  queues: z.array(z.object({ name: QueueName, waiting: z.int(), running: z.int(), failed: z.int() })),
});
export type Activity = z.infer<typeof Activity>;
