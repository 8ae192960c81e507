import type { AuditAction } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { AuditRecord } from "./audit.ts";
import type { Db } from "./database.ts";
import { type Before, pastOf } from "./moments.ts";
import { prepared } from "./prepared.ts";

/** An act about something, as another screen than the log shows it. */
export type ActRow = Pick<AuditRecord, "id" | "at" | "actor_kind" | "actor" | "action" | "reason"> & {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** Lists what was done about some subjects of a kind, the newest first, but for some actions. */
export async function listActsOn(
  db: Db,
  { kind, ids, without }: { kind: string; ids: readonly string[]; without: readonly AuditAction[] },
  before: Before,
): Promise<ActRow[]> {
  const { rows } = await sql<ActRow>`
    select id, at, actor_kind, actor, action, reason, before, after from audit
    where subject_kind = ${kind} and subject_id = any(${[...ids]}::text[])
      and action <> all(${[...without]}::text[]) and ${pastOf("at", "id", before)} ${prepared}`.execute(db);
  return rows;
}
