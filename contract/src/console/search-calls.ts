import * as z from "zod";
import type { Call } from "../call.ts";
import { SearchHit, SearchQuery } from "./search.ts";

/** Search over everything that the operator may see. */
export const consoleSearchCalls = {
  "GET /api/console/search": {
    summary:
      "Series, episodes, tags, files, pages, operators, people, tickets, orders, jobs and log rows, exact ones first",
    cache: "private",
    query: SearchQuery,
    info: z.object({ hits: z.array(SearchHit) }),
    console: { permission: "today" },
  },
} as const satisfies Record<string, Call>;
