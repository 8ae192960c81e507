import { type ReportKind, reportKinds } from "@cliffhanger/contract/console/report-kinds";
import type {
  CampaignsReport,
  FunnelReport,
  LedgerReport,
  PlaybackReport,
  RetentionReport,
  RevenueReport,
  SubscriptionsReport,
} from "@cliffhanger/contract/console/reports";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import type { ReportAddress } from "./report-address.ts";

/** The answer of each report. */
export interface ReportOf {
  funnel: FunnelReport;
  campaigns: CampaignsReport;
  retention: RetentionReport;
  revenue: RevenueReport;
  subscriptions: SubscriptionsReport;
  playback: PlaybackReport;
  ledger: LedgerReport;
}

/** A report with its kind. */
export type Answer = { [K in ReportKind]: { kind: K; report: ReportOf[K] } }[ReportKind];

/** Returns whether a tab is that of a report. */
export function isReport(tab: string): tab is ReportKind {
  return (reportKinds as readonly string[]).includes(tab);
}

async function read(kind: ReportKind, { from, to, ...address }: ReportAddress): Promise<Answer> {
  const days = { from, to };
  const visitors = { ...days, by: address.by, touch: address.touch };
  switch (kind) {
    case "funnel":
      return { kind, report: await call("GET /api/console/reports/funnel", visitors) };
    case "campaigns":
      return { kind, report: await call("GET /api/console/reports/campaigns", visitors) };
    case "retention": {
      const { series, touch, compare } = address;
      const query = { ...days, series, touch, ...(compare.length > 0 && { compare: compare.join(",") }) };
      return { kind, report: await call("GET /api/console/reports/retention", query) };
    }
    case "revenue":
      return { kind, report: await call("GET /api/console/reports/revenue", { ...days, by: address.split }) };
    case "subscriptions":
      return { kind, report: await call("GET /api/console/reports/subscriptions", days) };
    case "playback":
      return { kind, report: await call("GET /api/console/reports/playback", days) };
    case "ledger":
      return { kind, report: await call("GET /api/console/reports/ledger", days) };
  }
}

/** Reads the report of an address. Another kind begins empty; other days keep the last answer while they load. */
export function useReport(kind: ReportKind, { groups: _groups, ...address }: ReportAddress) {
  return useQuery({
    queryKey: ["reports", kind, address],
    queryFn: () => read(kind, { ...address, groups: [] }),
    placeholderData: (before, query) => (query?.queryKey[1] === kind ? keepPreviousData(before) : undefined),
  });
}

/** Returns the parameters by which what is seen is exported: with its days, so that a file of yesterday is that of yesterday. */
export function exportParams(
  kind: ReportKind,
  { by, split, touch, series, compare }: ReportAddress,
  answer: Answer | undefined,
): Record<string, string | undefined> {
  const days = { from: answer?.report.from, to: answer?.report.to };
  if (kind === "revenue") return { ...days, by: split };
  if (kind === "funnel" || kind === "campaigns") return { ...days, by, touch };
  if (kind !== "retention") return days;
  const shown = answer?.kind === "retention" ? answer.report.series?.id : undefined;
  return { ...days, touch, series: series ?? shown, compare: compare.join(",") };
}
