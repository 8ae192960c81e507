import type { Call } from "../call.ts";
import { Today } from "./today.ts";

/** The call of the console's first screen. */
export const consoleTodayCalls = {
  "GET /api/console/today": {
    summary: "What needs the caller, today's numbers, drops, what runs now and what sells",
    cache: "private",
    info: Today,
    console: { permission: "today" },
  },
} as const satisfies Record<string, Call>;
