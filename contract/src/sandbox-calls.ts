import * as z from "zod";
import type { Call } from "./call.ts";
import { Moment } from "./common.ts";

/** Seconds by which the clock moves; it can also move back. */
const ClockRequest = z.object({
  advance: z
    .number()
    .min(-400 * 86_400)
    .max(4000 * 86_400),
});
const ClockState = z.object({ now: Moment, offset: z.number() });

/** Calls that exist only with the simulators. An installation without them neither answers nor documents them. */
export const sandboxCalls = {
  "POST /api/test/clock": {
    summary: "Moves the clock of the demo and its simulators; demo only, from this machine only",
    cache: "private",
    body: ClockRequest,
    info: ClockState,
  },
} as const satisfies Record<string, Call>;
