import { type ConsoleExport, type ExportKind, isPermitted } from "@cliffhanger/contract";
import { findOperator } from "#operators";
import { type Acting, audited, noteAct } from "#platform/db/audit";
import { type Db, inTransaction, type Trx } from "#platform/db/database";
import { DomainError, notFound } from "#platform/http/errors";
import type { OperatorCaller } from "#platform/http/operator-gate";
import { newId } from "#platform/ids";
import type { DueContext, DueTask } from "#platform/jobs/due";
import type { Outbox } from "#platform/mail/email";
import { messagesIn } from "#platform/messages";
import type { ReadReport } from "../reports/slots.ts";
import { csvOfRows } from "../reports/table.ts";
import { countRows, pagesOf, permissionFor, type Source, type Wanted } from "./content.ts";
import * as repository from "./repository.ts";

/** Up to so many rows are written at once; more in the background. */
const AT_ONCE = 10_000;
/** A spreadsheet opens about a million rows, and the file is sent as a whole. */
const MOST = 500_000;
const KEPT_MS = 7 * 86_400_000;
const MOST_OPEN = 3;
const SHOWN = 50;

/** The kind of the mail that says that an export is ready. */
export const exportMail = "export-ready";

/** What exports read from besides the database. */
export type Exporting = Omit<Source, "trx" | "zone" | "now"> & { zone: () => Promise<string> };

/** Makes an export: at once when it is short, else in the background. A repeated request gets the same one. */
export async function makeExport(
  acting: Acting,
  operator: OperatorCaller,
  { requestKey, ...asked }: { requestKey: string; kind: ExportKind; params: Record<string, string> },
  { exporting, read }: { exporting: Exporting; read: ReadReport },
): Promise<ConsoleExport> {
  requirePermission(operator, asked.kind);
  const { db, clock } = acting;
  const key = { operatorId: operator.id, requestKey: requestKey.toUpperCase() };
  const known = await repository.findBegun(db, key);
  if (known) return describe(known);
  if ((await repository.countOpen(db, operator.id)) >= MOST_OPEN)
    throw new DomainError(429, "too_many_requests");
  const wanted: Wanted = { ...asked, role: operator.role, operator_id: operator.id };
  const now = clock.now();
  const zone = await exporting.zone();
  const texts = await read(async (trx) => {
    const source = { ...exporting, trx, zone, now };
    return (await countRows(source, wanted, AT_ONCE + 1)) > AT_ONCE ? null : whole(source, wanted);
  });
  const id = newId(now);
  const row: repository.ExportRow = {
    ...asked,
    id,
    operator_id: operator.id,
    request_key: key.requestKey,
    role: operator.role,
    state: texts ? "done" : "waiting",
    rows: texts?.rows ?? null,
    created_at: now,
    ends_at: new Date(now.getTime() + KEPT_MS),
  };
  return audited(acting, { action: "export.make" }, async (trx) => {
    if (!(await repository.insertExport(trx, row))) throw new DomainError(409, "already_so");
    if (texts) await repository.insertPart(trx, id, 0, texts.text);
    const subject = { kind: "export", id };
    return {
      result: describe(row),
      changes: [{ subject, before: null, after: { kind: asked.kind, state: row.state } }],
    };
  });
}

async function whole(source: Source, wanted: Wanted): Promise<{ text: string; rows: number }> {
  let text = "";
  let rows = -1;
  for await (const page of pagesOf(source, wanted)) {
    text += csvOfRows(page);
    rows += page.length;
  }
  return { text, rows };
}

/** Lists the exports of an operator. */
export async function listOwnExports(db: Db, operator: OperatorCaller, now: Date): Promise<ConsoleExport[]> {
  return (await repository.listExports(db, operator.id, now, SHOWN)).map(describe);
}

/** Returns the file of an own export. Whoever may no longer see what it shows does not load it. */
export async function loadExport(acting: Acting, operator: OperatorCaller, id: string) {
  const { db, clock } = acting;
  const own = await repository.findOwn(db, { id, operatorId: operator.id, now: clock.now() });
  if (own?.state !== "done") throw notFound();
  requirePermission(operator, own.kind);
  // Made as another role, it may show what this one does not.
  if (own.role !== operator.role) throw new DomainError(403, "not_permitted");
  const file = Buffer.from(await repository.readParts(db, id));
  await noteAct(acting, "export.load", { subject: { kind: "export", id }, after: { kind: own.kind } });
  return { file, name: `${own.kind}-${own.created_at.toISOString().slice(0, 10)}.csv` };
}

function requirePermission({ role }: OperatorCaller, kind: ExportKind): void {
  if (!isPermitted(role, permissionFor(kind))) throw new DomainError(403, "not_permitted");
}

function describe({ id, kind, state, rows, created_at, ends_at }: repository.ExportRow): ConsoleExport {
  return { id, kind, state, rows, createdAt: created_at.toISOString(), endsAt: ends_at.toISOString() };
}

/** Writes long exports, and deletes those that are over. */
export function exportTask(exporting: Exporting, mail: Outbox): DueTask {
  return {
    name: "exports",
    isLong: true,
    hasWork: repository.hasWork,
    run: async (context) => {
      const made = await writeNext(context, exporting, mail);
      return made + (await repository.deleteEnded(context.db, context.clock.now()));
    },
  };
}

/** Writes an export in one transaction: killed at any point, it begins anew, and its parts are those of one state. */
async function writeNext(
  { db, log, signal }: DueContext,
  exporting: Exporting,
  mail: Outbox,
): Promise<number> {
  const zone = await exporting.zone();
  return inTransaction(db, async (trx) => {
    const row = await repository.takeWaiting(trx);
    if (!row) return 0;
    const source = { ...exporting, trx, zone, now: row.created_at };
    const rows = await writeParts(trx, row, { source, signal });
    if (rows === null)
      log.warn({ export: row.id, kind: row.kind }, "Export has too many rows; its maker is told");
    await repository.endExport(trx, row.id, { state: rows === null ? "failed" : "done", rows });
    await mail.send(trx, exportMail, { exportId: row.id });
    return 1;
  });

  async function writeParts(
    trx: Trx,
    row: repository.ExportRow,
    { source, signal: stop }: { source: Source; signal: AbortSignal },
  ): Promise<number | null> {
    let [n, rows] = [0, -1];
    for await (const page of pagesOf(source, row)) {
      stop.throwIfAborted();
      rows += page.length;
      if (rows > MOST) return null;
      if (page.length > 0) await repository.insertPart(trx, row.id, n++, csvOfRows(page));
    }
    return rows;
  }
}

/** Registers the mail that says that an export is ready. `origin`: the console's. */
export function defineExportMail(mail: Outbox, db: Db, origin: string): void {
  mail.define<{ exportId: string }>(exportMail, async ({ exportId }) => {
    const row = await repository.findExport(db, exportId);
    const operator = row && (await findOperator(db, { id: row.operator_id }));
    if (!row || operator?.state !== "active") return null;
    const isDone = row.state === "done";
    const language = operator.language ?? "en";
    const t = messagesIn(language);
    const { kind, rows } = row;
    return {
      to: operator.email,
      language,
      subject: t(isDone ? "exportMail.ready" : "exportMail.tooMany"),
      preview: isDone ? t("exportMail.rows", { rows: rows ?? 0 }) : t("exportMail.fewerDays"),
      paragraphs: [
        isDone ? t("exportMail.load", { kind, rows: rows ?? 0 }) : t("exportMail.most", { kind, most: MOST }),
      ],
      button: { label: t("exportMail.open"), url: `${origin}/console/reports/exports` },
    };
  });
}
