import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import type { Http } from "#platform/http/server";
import { peopleFor } from "./few.ts";
import { ledgerReport, revenueReport, subscriptionsReport } from "./money-reports.ts";
import { rangeOf } from "./range.ts";
import { openReports } from "./slots.ts";

/** What the calls of reports need. */
export interface ReportRoutes {
  db: Db;
  clock: Clock;
  /** Returns the zone of the site. */
  zone: () => Promise<string>;
}

/** Registers the calls of reports. */
export function registerConsoleReports(http: Http, { db, clock, zone }: ReportRoutes): void {
  const read = openReports(db);
  const rangeFor = async (query: { from?: string | undefined; to?: string | undefined }) =>
    rangeOf(query, await zone(), clock.now());
  handleConsoleCall(http, "GET /api/console/reports/revenue", async ({ query }) => {
    const range = await rangeFor(query);
    return { info: await read((trx) => revenueReport(trx, range, query.by)) };
  });
  handleConsoleCall(http, "GET /api/console/reports/subscriptions", async ({ query, operator }) => {
    const range = await rangeFor(query);
    const show = peopleFor(operator.role);
    return { info: await read((trx) => subscriptionsReport(trx, range, show, clock.now())) };
  });
  handleConsoleCall(http, "GET /api/console/reports/ledger", async ({ query }) => {
    const range = await rangeFor(query);
    return { info: await read((trx) => ledgerReport(trx, range)) };
  });
}
