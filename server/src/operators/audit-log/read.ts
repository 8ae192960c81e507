import type { AuditDetail, AuditQuery, AuditRow, Role } from "@cliffhanger/contract";
import type * as z from "zod";
import type { Db } from "#platform/db/database";
import { invalid, notFound } from "#platform/http/errors";
import { isId } from "#platform/ids";
import { faultAt } from "#platform/said";
import * as repository from "./repository.ts";

/** Rows are counted exactly up to so many. */
const MAX_EXACT = 10_000;

/** Returns what the subjects of rows are called: the title of a series, or of an episode's series with its number. */
export type NameSubjects = (
  subjects: readonly { kind: string; id: string }[],
) => Promise<{ kind: string; id: string; title: string; number: number | null }[]>;

/** What rows are shown by besides themselves. */
export interface Shown {
  /** The zone of a day. */
  zone: string;
  nameSubjects: NameSubjects;
}

/** Returns which rows an operator may read: an owner all, finance its own and money actions, others their own. */
export function readerOf({ id, role }: { id: string; role: Role }): repository.Reader {
  return { operatorId: id, sees: role === "owner" ? "all" : role === "finance" ? "money" : "own" };
}

/** Returns one page of the audit log, the newest first. */
export async function readAudit(
  db: Db,
  reader: repository.Reader,
  query: z.output<typeof AuditQuery>,
  { zone, nameSubjects }: Shown,
) {
  const { after, size } = query;
  if (after !== undefined && !isId(after)) throw invalid([faultAt("after", (t) => t("logFault.key"))]);
  const filter = filterOf(query, zone);
  const [rows, count] = await Promise.all([
    repository.listRows(db, reader, filter, { after, limit: size + 1 }),
    repository.countRows(db, reader, filter, MAX_EXACT + 1),
  ]);
  const list = await withTitles(nameSubjects, rows.slice(0, size).map(rowOf));
  return {
    list,
    next: rows.length > size ? (list.at(-1)?.id ?? null) : null,
    count: { value: Math.min(count, MAX_EXACT), exact: count <= MAX_EXACT },
  };
}

/** A row of the log with all that it holds and what its subject is called. */
export type WholeRow = repository.ReadRow & { title: string | null; number: number | null };

/** Returns all rows that the log shows by a filter: counted up to a limit, and in pages, the newest first. */
export function exportAudit(
  db: Db,
  reader: repository.Reader,
  query: z.output<typeof AuditQuery>,
  { zone, nameSubjects }: Shown,
) {
  const filter = filterOf(query, zone);
  async function* pages(limit: number): AsyncGenerator<WholeRow[]> {
    for (let after: string | undefined; ; ) {
      const rows = await repository.listRows(db, reader, filter, { after, limit });
      const named = await withTitles(nameSubjects, rows.map(rowOf));
      yield rows.map((row, n) => {
        const { title = null, number = null } = named[n]?.subject ?? {};
        return { ...row, title, number };
      });
      after = rows.at(-1)?.id;
      if (rows.length < limit) return;
    }
  }
  return { count: (limit: number) => repository.countRows(db, reader, filter, limit), pages };
}

/** Returns one row with what it changed; one that the reader may not see counts as not found. */
export async function readAuditRow(
  db: Db,
  reader: repository.Reader,
  { id, nameSubjects }: { id: string; nameSubjects: NameSubjects },
): Promise<AuditDetail> {
  const row = isId(id) ? await repository.findRow(db, reader, id) : undefined;
  if (!row) throw notFound();
  const { network, session_id: sessionId, before, after } = row;
  const named = await withTitles(nameSubjects, [rowOf(row)]);
  return { ...(named[0] ?? rowOf(row)), network, sessionId, before, after };
}

/** Adds what the subjects are called, by one query for all. */
async function withTitles(nameSubjects: NameSubjects, rows: readonly AuditRow[]): Promise<AuditRow[]> {
  const titles = await nameSubjects(rows.map(({ subject }) => subject));
  const byKey = new Map(titles.map((one) => [`${one.kind} ${one.id}`, one]));
  return rows.map((row) => {
    const { title = null, number = null } = byKey.get(`${row.subject.kind} ${row.subject.id}`) ?? {};
    return { ...row, subject: { ...row.subject, title, number } };
  });
}

/** Returns which rows a query wants; the page is not part of it. */
function filterOf(query: z.output<typeof AuditQuery>, zone: string): repository.AuditFilter {
  const { after: _after, size: _size, day, ...given } = query;
  return { ...withoutEmpty(given), ...spanOf(day, zone) };
}

function withoutEmpty<T extends object>(given: T): Partial<T> {
  const kept = Object.entries(given).filter(
    ([key, value]) => key !== "sort" && value !== undefined && value !== "",
  );
  return Object.fromEntries(kept) as Partial<T>;
}

function spanOf(day: string | undefined, zone: string): { from?: Date; until?: Date } {
  if (day === undefined || day === "") return {};
  const date = dateOf(day);
  const startOf = (one: Temporal.PlainDate) => new Date(one.toZonedDateTime(zone).epochMilliseconds);
  return { from: startOf(date), until: startOf(date.add({ days: 1 })) };
}

function dateOf(day: string): Temporal.PlainDate {
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(day)) return Temporal.PlainDate.from(day);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw invalid([faultAt("day", (t) => t("logFault.day"))]);
}

function rowOf(row: repository.ReadRow): AuditRow {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { kind: row.actor_kind, id: row.actor, email: row.email, role: row.role },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, title: null, number: null },
    reason: row.reason,
    requestId: row.request_id,
  };
}
