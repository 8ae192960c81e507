import { handleConsoleCall } from "#platform/http/console-call";
import type { Http } from "#platform/http/server";
import { composeToday, type TodayContext } from "./compose.ts";

/** Registers the call of the console's first screen. */
export function registerToday(http: Http, context: TodayContext): void {
  handleConsoleCall(http, "GET /api/console/today", async ({ operator, language }) => ({
    info: await composeToday(context, operator.role, language),
  }));
}
