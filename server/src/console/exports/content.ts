import {
  AuditQuery,
  ConsoleOrderQuery,
  type ExportKind,
  exportLists,
  type Permission,
  type ReportKind,
  ReportRange,
  RetentionQuery,
  RevenueQuery,
  type Role,
  VisitorsQuery,
} from "@cliffhanger/contract";
import type * as z from "zod";
import { countEntries, type EntryRow, exportOrders, listEntries } from "#billing";
import { nameSubjects } from "#catalogue";
import { auditColumns, exportAudit, readerOf } from "#operators";
import type { Trx } from "#platform/db/database";
import { invalid } from "#platform/http/errors";
import { faultAt } from "#platform/said";
import { peopleFor } from "../reports/few.ts";
import { ledgerReport, revenueReport, subscriptionsReport } from "../reports/money-reports.ts";
import { type Range, rangeOf } from "../reports/range.ts";
import { retentionReport } from "../reports/retention-report.ts";
import {
  type Cell,
  ledgerRows,
  money,
  plain,
  playbackRows,
  retentionRows,
  revenueRows,
  subscriptionsRows,
  visitorRows,
} from "../reports/table.ts";
import { campaignsReport, funnelReport, playbackReport } from "../reports/visitor-reports.ts";

/** What an export shows: the parameters of its address, for a role. */
export interface Wanted {
  kind: ExportKind;
  params: Readonly<Record<string, string>>;
  role: Role;
  /** Whose it is: what the audit log shows depends on it. */
  operator_id: string;
}

/** Where and when it is read. */
export interface Source {
  trx: Trx;
  zone: string;
  now: Date;
  memberOf: (email: string) => Promise<string | null>;
}

/** Returns what an operator needs to see what an export shows. */
export function permissionFor(kind: ExportKind): Permission {
  if (kind === "orders") return "order.read";
  return kind === "audit" ? "audit" : "report";
}

const isList = (kind: ExportKind): kind is (typeof exportLists)[number] =>
  (exportLists as readonly string[]).includes(kind);

/** Rows that are read at once. */
const PAGE = 1_000;
/** A row of the audit log holds up to 32 KB. */
const PAGE_OF_LOG = 200;

/** Returns the number of rows, counted up to a limit. Reports are short. */
export async function countRows(source: Source, wanted: Wanted, limit: number): Promise<number> {
  if (!isList(wanted.kind)) return 0;
  if (wanted.kind === "entries") return countEntries(source.trx, rangeFor(source, wanted), limit);
  if (wanted.kind === "audit") return auditRows(source, wanted).count(limit);
  return exportOrders(source.trx, source.memberOf, parsed(ConsoleOrderQuery, wanted)).count(limit);
}

/** Returns the rows of an export in pages, the first one begins with the heads of the columns. */
export async function* pagesOf(source: Source, wanted: Wanted): AsyncGenerator<Cell[][]> {
  if (!isList(wanted.kind)) yield await reportRows(source, { ...wanted, kind: wanted.kind });
  else if (wanted.kind === "entries") yield* entryPages(source, wanted);
  else if (wanted.kind === "audit") yield* auditPages(source, wanted);
  else yield* orderPages(source, wanted);
}

async function reportRows(source: Source, wanted: Wanted & { kind: ReportKind }): Promise<Cell[][]> {
  const { trx, now } = source;
  const range = rangeFor(source, wanted);
  const show = peopleFor(wanted.role);
  switch (wanted.kind) {
    case "revenue":
      return revenueRows(await revenueReport(trx, range, { by: parsed(RevenueQuery, wanted).by }));
    case "subscriptions":
      return subscriptionsRows(await subscriptionsReport(trx, range, show, now));
    case "ledger":
      return ledgerRows(await ledgerReport(trx, range));
    case "playback":
      return playbackRows(await playbackReport(trx, range));
    case "retention":
      return retentionRows(await retentionReport(trx, range, parsed(RetentionQuery, wanted), show));
    case "funnel":
      return visitorRows(await funnelReport(trx, range, parsed(VisitorsQuery, wanted), show));
    case "campaigns":
      return visitorRows(await campaignsReport(trx, range, parsed(VisitorsQuery, wanted), show));
  }
}

async function* entryPages(source: Source, wanted: Wanted): AsyncGenerator<Cell[][]> {
  yield [["booked at", "source", "order", "account", "currency", "amount", "booking"]];
  const range = rangeFor(source, wanted);
  let after: EntryRow | null = null;
  do {
    const rows: EntryRow[] = await listEntries(source.trx, range, { after, limit: PAGE });
    yield rows.map((row) => [
      plain(row.at.toISOString()),
      row.source,
      row.order_id ?? "",
      row.account,
      row.currency,
      money(row.amount, row.currency),
      row.id,
    ]);
    after = rows.length < PAGE ? null : (rows.at(-1) ?? null);
  } while (after);
}

async function* orderPages({ trx, memberOf }: Source, wanted: Wanted): AsyncGenerator<Cell[][]> {
  yield [
    [
      "number",
      "at",
      "person",
      "what",
      "kind",
      "currency",
      "amount",
      "state",
      "method",
      "decline",
      "campaign",
    ],
  ];
  for await (const rows of exportOrders(trx, memberOf, parsed(ConsoleOrderQuery, wanted)).pages(PAGE))
    yield rows.map((row) => [
      row.number,
      plain(row.at),
      row.email ?? "",
      row.title,
      row.kind,
      row.total.currency,
      money(row.total.amount, row.total.currency),
      row.state,
      row.method,
      row.decline ?? "",
      row.campaign ?? "",
    ]);
}

/** The rows of the log that its maker sees there. */
function auditRows({ trx, zone }: Source, wanted: Wanted) {
  const reader = readerOf({ id: wanted.operator_id, role: wanted.role });
  return exportAudit(trx, reader, parsed(AuditQuery, wanted), {
    zone,
    nameSubjects: (subjects) => nameSubjects(trx, subjects),
  });
}

/** Those of the command, with what the subject is called before the reason. */
const AUDIT_COLUMNS = auditColumns.flatMap((column) =>
  column === "reason" ? (["title", "number", column] as const) : [column],
);

async function* auditPages(source: Source, wanted: Wanted): AsyncGenerator<Cell[][]> {
  yield [[...AUDIT_COLUMNS]];
  for await (const rows of auditRows(source, wanted).pages(PAGE_OF_LOG))
    yield rows.map((row) => AUDIT_COLUMNS.map((column) => auditCell(row[column])));
}

function auditCell(value: unknown): Cell {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return plain(value.toISOString());
  if (typeof value === "number") return plain(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function rangeFor({ zone, now }: Source, wanted: Wanted): Range {
  return rangeOf(parsed(ReportRange, wanted), zone, now);
}

/** Reads parameters as the call that shows the same would. */
function parsed<S extends z.ZodType>(schema: S, { params }: Wanted): z.output<S> {
  const { success, data } = schema.safeParse(params);
  if (!success) throw invalid([faultAt("params", (t) => t("exportFault.params"))]);
  return data;
}
