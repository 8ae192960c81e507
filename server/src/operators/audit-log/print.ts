import { csvCell } from "#platform/csv";
import type { Db } from "#platform/db/database";
import { plainText } from "#platform/terminal";
import { auditColumns, listRows, type ReadRow } from "./repository.ts";

const BATCH = 500;

/** Yields the rows of the audit log since a moment, the newest first, as lines for a terminal. */
export async function* auditLines(db: Db, from?: Date): AsyncGenerator<string> {
  for await (const row of rowsOf(db, from)) {
    const { at, actor_kind: kind, actor, email, action, subject_kind, subject_id, reason } = row;
    const who = kind === "operator" ? (email ?? actor) : `${actor} (${kind})`;
    const why = reason ? `  ${plainText(reason)}` : "";
    yield `${at.toISOString().slice(0, 19).replace("T", " ")}  ${plainText(who)}  ${action}  ${subject_kind} ${plainText(subject_id)}${why}`;
  }
}

/** Yields the rows of the audit log since a moment as CSV. */
export async function* auditCsv(db: Db, from?: Date): AsyncGenerator<string> {
  yield auditColumns.join(",");
  for await (const row of rowsOf(db, from)) yield auditColumns.map((column) => cellOf(row[column])).join(",");
}

async function* rowsOf(db: Db, from: Date | undefined): AsyncGenerator<ReadRow> {
  const reader = { operatorId: "", sees: "all" } as const;
  for (let after: string | undefined; ; ) {
    const rows = await listRows(db, reader, { from }, { after, limit: BATCH });
    yield* rows;
    after = rows.at(-1)?.id;
    if (rows.length < BATCH) return;
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  return csvCell(typeof value === "string" ? value : JSON.stringify(value));
}
