import * as z from "zod";
import type { Call } from "../call.ts";
import { Nothing } from "../call.ts";
import { Id } from "../common.ts";
import {
  CampaignCosts,
  CampaignsReport,
  ConsoleExport,
  ExportAct,
  FunnelReport,
  LedgerReport,
  PlaybackReport,
  ReportRange,
  RetentionQuery,
  RetentionReport,
  RevenueQuery,
  RevenueReport,
  SubscriptionsReport,
  VisitorsQuery,
} from "./reports.ts";

const report = { cache: "private", console: { permission: "report" } } as const;

/** The calls of reports and exports. */
export const consoleReportCalls = {
  "GET /api/console/reports/funnel": {
    ...report,
    summary: "The way from the first visit to a renewal, by group of visitors",
    query: VisitorsQuery,
    info: FunnelReport,
  },
  "GET /api/console/reports/campaigns": {
    ...report,
    summary: "What each group of visitors costs and brings",
    query: VisitorsQuery,
    info: CampaignsReport,
  },
  "GET /api/console/reports/retention": {
    ...report,
    summary: "How far into a series its viewers come; without one, into the most watched",
    query: RetentionQuery,
    info: RetentionReport,
  },
  "GET /api/console/reports/playback": {
    ...report,
    summary: "Playback quality as browsers measured it",
    query: ReportRange,
    info: PlaybackReport,
  },
  "GET /api/console/reports/revenue": {
    ...report,
    summary: "Sales, refunds, disputes and fees as the ledger has them",
    query: RevenueQuery,
    info: RevenueReport,
  },
  "GET /api/console/reports/subscriptions": {
    ...report,
    summary: "Memberships: what they bring in thirty days, how they begin, end and renew",
    query: ReportRange,
    info: SubscriptionsReport,
  },
  "GET /api/console/reports/ledger": {
    ...report,
    summary: "The accounts of the ledger with what came and went",
    query: ReportRange,
    info: LedgerReport,
  },
  "POST /api/console/campaigns/cost": {
    summary: "Stores what campaigns cost, by day",
    cache: "private",
    body: CampaignCosts,
    info: Nothing,
    maxBytes: 256 * 1024,
    console: { permission: "campaign", writes: "campaign.cost" },
  },
  "POST /api/console/exports": {
    summary: "Exports a report or a list as CSV: at once, or in the background when it is long",
    cache: "private",
    body: ExportAct,
    info: z.object({ export: ConsoleExport }),
    console: { permission: "export", writes: "export.make" },
  },
  "GET /api/console/exports": {
    summary: "The operator's own exports, the newest first",
    cache: "private",
    info: z.object({ exports: z.array(ConsoleExport) }),
    console: { permission: "export" },
  },
  "GET /api/console/exports/file": {
    summary: "The file of an own export",
    cache: "private",
    query: z.object({ id: Id }),
    file: "text/csv; charset=utf-8",
    console: { permission: "export" },
  },
} as const satisfies Record<string, Call>;
