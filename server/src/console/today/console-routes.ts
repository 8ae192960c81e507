import { handleConsoleCall } from "#platform/http/console-call";
import type { Http } from "#platform/http/server";
import { openKeptCounts } from "#platform/kept-counts";
import { composeToday, type Figures, type TodayContext } from "./compose.ts";

/** Registers the call of the console's first screen. */
export function registerToday(http: Http, context: Omit<TodayContext, "keep">): void {
  const keep = openKeptCounts<Figures>(context.clock);
  handleConsoleCall(http, "GET /api/console/today", async ({ operator, language }) => ({
    info: await composeToday({ ...context, keep }, operator.role, language),
  }));
}
