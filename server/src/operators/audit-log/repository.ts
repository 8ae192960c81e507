import { type AuditAction, auditActions } from "@cliffhanger/contract";
import { sql } from "kysely";
import { type AuditRecord, auditTables } from "#platform/db/audit";
import type { Db } from "#platform/db/database";
import { timeOfId } from "#platform/ids";
import type { OperatorTables } from "../tables.ts";

/** Whose rows are read: all; one's own; or one's own and all of money actions. */
export interface Reader {
  operatorId: string;
  sees: "all" | "own" | "money";
}

/** Which rows are wanted. */
export interface AuditFilter {
  actorKind?: AuditRecord["actor_kind"] | undefined;
  actor?: string | undefined;
  /** An action, or with a dot at its end all that begin with it. */
  action?: string | undefined;
  subjectKind?: string | undefined;
  subjectId?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  requestId?: string | undefined;
}

/** A row with the address of its operator. */
export type ReadRow = AuditRecord & { email: string | null };

/** The columns of the log in a CSV file. */
export const auditColumns = [
  "id",
  "at",
  "actor_kind",
  "actor",
  "email",
  "role",
  "network",
  "request_id",
  "action",
  "subject_kind",
  "subject_id",
  "reason",
  "before",
  "after",
] as const satisfies readonly (keyof ReadRow)[];

function wanted(db: Db, reader: Reader, filter: AuditFilter) {
  const money = (Object.keys(auditActions) as AuditAction[]).filter(
    (action) => auditActions[action] === "money",
  );
  const beginning = filter.action?.endsWith(".") ? filter.action.replaceAll(/[\\%_]/g, "\\$&") : undefined;
  return auditTables(db)
    .$extendTables<OperatorTables>()
    .selectFrom("audit")
    .$if(reader.sees !== "all", (query) =>
      query.where((row) =>
        row.or([
          row.and([row("actor_kind", "=", "operator"), row("actor", "=", reader.operatorId)]),
          ...(reader.sees === "money" ? [row("kept", "=", "money"), row("action", "in", money)] : []),
        ]),
      ),
    )
    .$if(filter.actorKind !== undefined, (query) =>
      query.where("actor_kind", "=", filter.actorKind ?? "operator"),
    )
    .$if(filter.actor !== undefined, (query) => query.where("actor", "=", filter.actor ?? ""))
    .$if(beginning !== undefined, (query) => query.where(sql<string>`action`, "like", `${beginning ?? ""}%`))
    .$if(beginning === undefined && filter.action !== undefined, (query) =>
      query.where(sql<string>`action`, "=", filter.action ?? ""),
    )
    .$if(filter.subjectKind !== undefined, (query) =>
      query.where("subject_kind", "=", filter.subjectKind ?? ""),
    )
    .$if(filter.subjectId !== undefined, (query) => query.where("subject_id", "=", filter.subjectId ?? ""))
    .$if(filter.requestId !== undefined, (query) => query.where("request_id", "=", filter.requestId ?? ""))
    .$if(filter.from !== undefined, (query) => query.where("at", ">=", filter.from ?? new Date(0)))
    .$if(filter.until !== undefined, (query) => query.where("at", "<", filter.until ?? new Date(0)));
}

/** Lists rows before the key `after`, the newest first. */
export async function listRows(
  db: Db,
  reader: Reader,
  filter: AuditFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ReadRow[]> {
  return wanted(db, reader, filter)
    .leftJoin("operator", (join) =>
      join.onRef("operator.id", "=", "audit.actor").on("audit.actor_kind", "=", "operator"),
    )
    .selectAll("audit")
    .select("operator.email")
    .$if(after !== undefined, (query) =>
      // The key's own time lets the server leave out newer partitions.
      query.where("audit.id", "<", after ?? "").where("at", "<=", timeOfId(after ?? "")),
    )
    .orderBy("audit.id", "desc")
    .limit(limit)
    .execute();
}

/** Counts rows, up to a limit. */
export async function countRows(db: Db, reader: Reader, filter: AuditFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${wanted(db, reader, filter)
      .select("audit.id")
      .limit(limit)}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns one row. */
export async function findRow(db: Db, reader: Reader, id: string): Promise<ReadRow | undefined> {
  const at = timeOfId(id);
  return wanted(db, reader, {})
    .leftJoin("operator", (join) =>
      join.onRef("operator.id", "=", "audit.actor").on("audit.actor_kind", "=", "operator"),
    )
    .selectAll("audit")
    .select("operator.email")
    .where("audit.id", "=", id)
    .where("at", "=", at)
    .executeTakeFirst();
}
