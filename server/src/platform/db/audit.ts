import { createHash } from "node:crypto";
import { type AuditAction, auditActions } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Actor } from "../actor.ts";
import type { Clock } from "../clock.ts";
import { newId } from "../ids.ts";
import { currentRequest } from "../request-context.ts";
import { SaidError } from "../said.ts";
import { type Db, inTransaction, type Trx } from "./database.ts";

/** A row of the audit log as stored. */
export interface AuditRecord {
  id: string;
  at: Date;
  kept: "money" | "other";
  actor_kind: Actor["kind"];
  actor: string;
  role: string | null;
  session_id: string | null;
  request_id: string | null;
  network: string | null;
  action: AuditAction;
  subject_kind: string;
  subject_id: string;
  before: unknown;
  after: unknown;
  reason: string | null;
}

type AuditTables = { audit: AuditRecord };

/** Rows typed for a repository that reads the log. */
export const auditTables = (db: Db) => db.$extendTables<AuditTables>();

/** A database with the actor who changes something in it. */
export interface Acting {
  db: Db;
  clock: Clock;
  by: Actor;
}

/** What changed: of `before` and `after`, only fields that differ are stored. */
export interface Change {
  subject: { kind: string; id: string };
  before?: object | null;
  after?: object | null;
  /** The action of this row, when it differs from that of the act. */
  action?: AuditAction;
}

/** What an act did. Without changes no row is written. */
export interface Act<T> {
  result: T;
  changes: readonly Change[];
}

/** Why a reason is refused, as a sentence for the operator. */
export class AuditReasonError extends SaidError {}

/** Longer texts are stored as their length and hash, and so is a whole side of a change above the second limit. */
const MAX_TEXT_LENGTH = 2000;
const MAX_SIDE_BYTES = 16 * 1024;
const MAIL_ADDRESS = /[^\s@]+@[^\s@]+\.[^\s@]+/;

/**
 * Runs `work` in a transaction and writes what it changed into the audit log, in the same transaction: a change without
 * its row cannot be committed. The only way to change what operators own. Never calls a gateway.
 */
export async function audited<T>(
  { db, clock, by }: Acting,
  { action, reason = null }: { action: AuditAction; reason?: string | null },
  work: (trx: Trx) => Promise<Act<T>>,
): Promise<T> {
  if (reason !== null && MAIL_ADDRESS.test(reason))
    throw new AuditReasonError((t) => t("auditFault.address"));
  return inTransaction(db, async (trx) => {
    const at = clock.now();
    const id = newId(at);
    await sql`select set_config('app.audit_id', ${id}, true), audit_month(${auditActions[action]}, ${at})`.execute(
      trx,
    );
    const { result, changes } = await work(trx);
    for (const [place, change] of changes.entries())
      await insertRow(trx, by, { id: place === 0 ? id : newId(at), at, action, reason, change });
    return result;
  });
}

/** Writes a row about something that changed no watched table, such as a refused call. */
export async function noteAct(acting: Acting, action: AuditAction, change: Change): Promise<void> {
  await audited(acting, { action }, async () => ({ result: undefined, changes: [change] }));
}

async function insertRow(
  trx: Trx,
  by: Actor,
  row: { id: string; at: Date; action: AuditAction; reason: string | null; change: Change },
): Promise<void> {
  const { id, at, reason, change } = row;
  const action = change.action ?? row.action;
  const kept = auditActions[action];
  if (kept !== auditActions[row.action]) await sql`select audit_month(${kept}, ${at})`.execute(trx);
  const { before, after } = differing(change.before ?? null, change.after ?? null);
  await auditTables(trx)
    .insertInto("audit")
    .values({
      id,
      at,
      kept,
      actor_kind: by.kind,
      actor: by.id,
      role: by.role,
      session_id: by.sessionId,
      request_id: currentRequest()?.requestId ?? null,
      network: by.network,
      action,
      subject_kind: change.subject.kind,
      subject_id: change.subject.id.slice(0, 200),
      before: storedSide(before),
      after: storedSide(after),
      reason,
    })
    .execute();
}

/** Returns the fields that differ; all of a side when the other is missing. */
function differing(
  before: object | null,
  after: object | null,
): { before: object | null; after: object | null } {
  if (before === null || after === null) return { before, after };
  const left = before as Record<string, unknown>;
  const right = after as Record<string, unknown>;
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (key) => JSON.stringify(left[key]) !== JSON.stringify(right[key]),
  );
  const pick = (of: Record<string, unknown>) =>
    Object.fromEntries(keys.filter((key) => key in of).map((key) => [key, of[key]]));
  return { before: pick(left), after: pick(right) };
}

function storedSide(side: object | null): string | null {
  if (side === null) return null;
  const text = JSON.stringify(side, (_key, value: unknown) =>
    typeof value === "string" && value.length > MAX_TEXT_LENGTH ? digestOf(value) : value,
  );
  return Buffer.byteLength(text) <= MAX_SIDE_BYTES ? text : JSON.stringify(digestOf(text));
}

function digestOf(text: string): { length: number; sha256: string } {
  return { length: text.length, sha256: createHash("sha256").update(text).digest("hex") };
}

/**
 * Background work that changes tables which operators own, and keeps a log or ledger of its own. The migration of the
 * audit log has the same list. Only the files that `server/test/audit-rules.test.ts` names may use it.
 */
export type SystemTask =
  | "ingest"
  | "releases"
  | "settlement"
  | "renewals"
  | "counters"
  | "erasure"
  | "restore";

/** Runs `work` in a transaction that declares itself as background work; it writes no row into the audit log. */
export async function asSystem<T>(db: Db, task: SystemTask, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (trx) => {
    await sql`select set_config('app.actor', ${`system:${task}`}, true)`.execute(trx);
    return work(trx);
  });
}

/** Years that rows are kept. */
const YEARS_KEPT = { money: 7, other: 2 } as const;

/** Creates the partitions of this month and the next two, and drops those that are over; returns how many were dropped. */
export async function keepAudit(db: Db, now: Date): Promise<number> {
  let dropped = 0;
  for (const kept of ["money", "other"] as const) {
    for (const ahead of [0, 1, 2]) {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
      await sql`select audit_month(${kept}, ${month})`.execute(db);
    }
    const limit = new Date(now);
    limit.setUTCFullYear(limit.getUTCFullYear() - YEARS_KEPT[kept]);
    const { rows } = await sql<{ dropped: number }>`
      select audit_drop_ended(${kept}, ${limit}) as dropped`.execute(db);
    dropped += rows[0]?.dropped ?? 0;
  }
  await sql`select audit_guard()`.execute(db);
  return dropped;
}
