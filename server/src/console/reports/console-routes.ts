import { type Cost, setCosts } from "#attribution";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { handleConsoleCall } from "#platform/http/console-call";
import { invalid } from "#platform/http/errors";
import type { Http } from "#platform/http/server";
import { currencyDigits, minorUnits } from "#platform/money";
import { faultAt, type Say } from "#platform/said";
import { peopleFor } from "./few.ts";
import { ledgerReport, revenueReport, subscriptionsReport } from "./money-reports.ts";
import { at, type Range, rangeOf } from "./range.ts";
import { retentionReport } from "./retention-report.ts";
import type { ReadReport } from "./slots.ts";
import { campaignsReport, funnelReport, playbackReport } from "./visitor-reports.ts";

/** More rows than anybody reads on a screen; a file has them all. */
const MOST_GROUPS = 200;

/** What the calls of reports need. */
export interface ReportRoutes {
  db: Db;
  clock: Clock;
  /** Reads on the connections of reports. */
  read: ReadReport;
  /** Returns the time zone of the site. */
  zone: () => Promise<string>;
}

type Days = { from?: string | undefined; to?: string | undefined };

/** Registers the calls of reports. */
export function registerConsoleReports(http: Http, { db, clock, read, zone }: ReportRoutes): void {
  const rangeFor = async (query: Days) => rangeOf(query, await zone(), clock.now());
  registerMoney(http, { read, rangeFor, clock });
  registerVisitors(http, { read, rangeFor });
  handleConsoleCall(http, "POST /api/console/campaigns/cost", async ({ operator, body }) => {
    const costs = body.costs.map((cost, at) => ({ ...cost, amount: amountOf(cost, at) }));
    await setCosts({ db, clock, by: operator.actor }, costs);
    return { info: {} };
  });
}

interface Reading {
  read: ReadReport;
  rangeFor: (query: Days) => Promise<Range>;
}

function registerMoney(http: Http, { read, rangeFor, clock }: Reading & { clock: Clock }): void {
  handleConsoleCall(http, "GET /api/console/reports/revenue", async ({ query }) => {
    const range = await rangeFor(query);
    return {
      info: await read((trx, asOf) =>
        revenueReport(trx, at(range, asOf), { by: query.by, most: MOST_GROUPS }),
      ),
    };
  });
  handleConsoleCall(http, "GET /api/console/reports/subscriptions", async ({ query, operator }) => {
    const range = await rangeFor(query);
    const show = peopleFor(operator.role);
    return { info: await read((trx, asOf) => subscriptionsReport(trx, at(range, asOf), show, clock.now())) };
  });
  handleConsoleCall(http, "GET /api/console/reports/ledger", async ({ query }) => {
    const range = await rangeFor(query);
    return { info: await read((trx, asOf) => ledgerReport(trx, at(range, asOf))) };
  });
}

function registerVisitors(http: Http, { read, rangeFor }: Reading): void {
  handleConsoleCall(http, "GET /api/console/reports/funnel", async ({ query, operator }) => {
    const range = await rangeFor(query);
    return {
      info: await read((trx, asOf) => funnelReport(trx, at(range, asOf), query, peopleFor(operator.role))),
    };
  });
  handleConsoleCall(http, "GET /api/console/reports/campaigns", async ({ query, operator }) => {
    const range = await rangeFor(query);
    return {
      info: await read((trx, asOf) => campaignsReport(trx, at(range, asOf), query, peopleFor(operator.role))),
    };
  });
  handleConsoleCall(http, "GET /api/console/reports/retention", async ({ query, operator }) => {
    const range = await rangeFor(query);
    return {
      info: await read((trx, asOf) => retentionReport(trx, at(range, asOf), query, peopleFor(operator.role))),
    };
  });
  handleConsoleCall(http, "GET /api/console/reports/playback", async ({ query }) => {
    const range = await rangeFor(query);
    return { info: await read((trx, asOf) => playbackReport(trx, at(range, asOf))) };
  });
}

/** Returns an amount that an operator wrote in the smallest unit of its currency. */
function amountOf(
  { amount, currency, day }: Omit<Cost, "amount" | "by"> & { amount: string },
  place: number,
): number {
  const field = (name: string, say: Say) => invalid([faultAt(`costs.${place}.${name}`, say)]);
  if (currencyDigits(currency) === null)
    throw field("currency", (t) => t("costFault.currency", { currency }));
  if (Number.isNaN(Date.parse(day)) || !new Date(day).toISOString().startsWith(day))
    throw field("day", (t) => t("reportFault.day"));
  if (/^0+([.,]0*)?$/.test(amount.trim())) return 0;
  const value = minorUnits(amount, currency);
  if (value === null) throw field("amount", (t) => t("amountFault.plain", { example: "12.50" }));
  return value;
}
