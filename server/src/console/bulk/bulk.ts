import {
  type Bulk,
  type BulkAct,
  type BulkEffect,
  isPermitted,
  type Language,
  type Permission,
  type SeriesChoice,
} from "@cliffhanger/contract";
import { countBuyers } from "#billing";
import {
  changeOneOfMany,
  chooseSeries,
  countByState,
  nameSeries,
  publishSeries,
  readEdited,
  withdrawLive,
} from "#catalogue";
import { findCurrentRole } from "#operators";
import { type Acting, audited } from "#platform/db/audit";
import { type Db, inTransaction } from "#platform/db/database";
import { isDatabaseUnavailable, isTransient } from "#platform/db/errors";
import { effectHash, requireEffect } from "#platform/effect";
import { DomainError, notFound } from "#platform/http/errors";
import { newId } from "#platform/ids";
import type { DueContext, DueTask } from "#platform/jobs/due";
import { type MessageId, messagesIn, type Translate } from "#platform/messages";
import { storedIn } from "#platform/stored-sentence";
import { requireReady } from "../series/compose.ts";
import * as repository from "./repository.ts";

/** What an operator asks for. */
export interface BulkRequest {
  requestKey: string;
  which: SeriesChoice;
  act: BulkAct;
  effect?: string | undefined;
}

/** Rows of a result that are shown, and drafts that can be published together. */
const SHOWN = 200;
const BATCH = 100;
/** Series that are changed at the same time: the database is shared with viewers. */
const PARALLEL = 2;

/** Returns what somebody must be permitted to begin an act on many series, and for each series of it. */
export function permissionFor({ kind }: BulkAct): Permission {
  return kind === "withdraw" || kind === "publish" ? "series.publish" : "series.write";
}

/** Answers what an act on many series would do, in the operator's language. */
export async function previewBulk(
  db: Db,
  { which, act }: BulkRequest,
  language: Language,
): Promise<BulkEffect> {
  const ids = await chooseSeries(db, which);
  const { hash, counts } = await effectOf(db, ids, act);
  const bought = act.kind === "withdraw" ? await countBuyers(db, ids) : 0;
  const counted = { ...counts, bought, all: ids.length };
  return { hash, sentences: sentencesOf(act.kind, counted, messagesIn(language)) };
}

/** Begins an act on many series; background work carries it out. Returns its id. */
export async function beginBulk(
  acting: Acting,
  { requestKey, which, act, effect }: BulkRequest,
): Promise<string> {
  return audited(acting, { action: "series.bulk" }, async (trx) => {
    const asked = { operatorId: acting.by.id, requestKey: requestKey.toUpperCase() };
    const known = await repository.findBegun(trx, asked);
    if (known !== undefined) return { result: known, changes: [] };
    const ids = await chooseSeries(trx, which);
    const at = acting.clock.now();
    const id = newId(at);
    const bulk = { ...asked, id, actor: acting.by, act, at };
    if (!(await repository.insertBulk(trx, bulk, ids))) throw new DomainError(409, "already_so");
    requireEffect((await effectOf(trx, ids, act)).hash, effect, { by: null, at });
    const subject = { kind: "bulk", id };
    return { result: id, changes: [{ subject, before: null, after: { ...act, series: ids.length } }] };
  });
}

async function effectOf(db: Db, ids: readonly string[], act: BulkAct) {
  const counts = await countByState(db, ids);
  const { live, drafts, other } = counts;
  return { hash: effectHash([act, ids, live, drafts, other]), counts };
}

/** What the sentences about an act count. */
interface Counted {
  live: number;
  drafts: number;
  other: number;
  bought: number;
  all: number;
}

function sentencesOf(kind: BulkAct["kind"], counts: Counted, t: Translate): string[] {
  const { live, drafts, other, bought, all } = counts;
  const some = (id: MessageId, count: number) => (count > 0 ? [t(id, { count })] : []);
  const change = () => [...some("effect.bulk.drafts", live), ...some("effect.bulk.atOnce", other)];
  const sentences = {
    tag: change,
    free: change,
    withdraw: () => [
      t("effect.bulk.leave", { count: live }),
      t("effect.bulk.kept", { count: bought }),
      ...some("effect.bulk.stay", other),
    ],
    publish: () => [
      t("effect.bulk.publish", { count: drafts }),
      ...some("effect.bulk.without", all - drafts),
    ],
  };
  return sentences[kind]();
}

/** Returns an act with its progress and results, in the operator's language. */
export async function describeBulk(db: Db, id: string, language: Language): Promise<Bulk> {
  const bulk = await repository.findBulk(db, id);
  if (!bulk) throw notFound();
  const [counts, rows, drafts] = await Promise.all([
    repository.countOutcomes(db, id),
    repository.listOutcomes(db, id, { limit: SHOWN }),
    repository.listOutcomes(db, id, { limit: SHOWN, outcome: "draft" }),
  ]);
  const titles = await nameSeries(
    db,
    rows.map(({ seriesId }) => seriesId),
  );
  return {
    id,
    kind: bulk.act.kind,
    createdAt: bulk.createdAt.toISOString(),
    endedAt: bulk.endedAt?.toISOString() ?? null,
    total: bulk.total,
    counts: { waiting: 0, done: 0, draft: 0, unchanged: 0, failed: 0, ...counts },
    rows: rows.map((row) => ({
      ...row,
      sentence: row.sentence && storedIn(language, row.sentence),
      title: titles.get(row.seriesId) ?? "",
    })),
    drafts: drafts.map(({ seriesId }) => seriesId),
  };
}

/** Carries out acts on many series. Killed at any point, each series is changed once: its result is in the same transaction. */
export function bulkTask(): DueTask {
  return { name: "series: acts on many", hasWork: () => repository.hasOpen(), run };
}

async function run(context: DueContext): Promise<number> {
  const { db, clock, signal } = context;
  let done = 0;
  for (const bulk of await repository.listOpen(db)) {
    const ids = await repository.listWaiting(db, bulk.id, BATCH);
    const lane = async () => {
      for (let id = ids.pop(); id !== undefined && !signal.aborted; id = ids.pop()) {
        await carryOut(context, bulk, id);
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, lane));
  }
  await repository.endDone(db, clock.now());
  return done;
}

async function carryOut(
  { db, clock, log }: DueContext,
  { id: bulkId, act, actor }: repository.BulkRow,
  seriesId: string,
): Promise<void> {
  const row = { bulkId, seriesId };
  try {
    await inTransaction(db, async (trx) => {
      if (!(await repository.claim(trx, bulkId, seriesId))) return;
      // The act may take minutes: whoever was switched off or lowered meanwhile changes no further series.
      const role = await findCurrentRole(trx, actor.id);
      if (role === null || !isPermitted(role, permissionFor(act)))
        throw new DomainError(403, "not_permitted");
      const outcome = await apply({ db: trx, clock, by: actor }, act, seriesId);
      await repository.saveOutcome(trx, row, { outcome });
    });
  } catch (error) {
    // The transaction is undone, so nothing of the series changed. Where the database was busy, the next run tries again.
    if (isTransient(error) || isDatabaseUnavailable(error)) {
      log.warn({ err: error, ...row }, "A series of many waits for the database");
      return;
    }
    const known = error instanceof DomainError ? sentenceOf(error) : null;
    if (known === null) log.error({ err: error, ...row }, "A series could not be changed as one of many");
    await repository.saveOutcome(db, row, {
      outcome: "failed",
      sentence: known ?? inEnglish("bulkFailed.fault"),
    });
  }
}

async function apply(acting: Acting, act: BulkAct, id: string): Promise<Bulk["rows"][number]["outcome"]> {
  if (act.kind === "tag" || act.kind === "free") {
    const change = act.kind === "tag" ? { addTags: act.add, removeTags: act.remove } : { free: act.free };
    const edition = await changeOneOfMany(acting, id, change);
    return edition === "shown" ? "done" : edition;
  }
  const { state, version, hasDraft } = await readEdited(acting.db, id);
  if (act.kind === "withdraw") {
    if (state !== "live") return "unchanged";
    await withdrawLive(acting, { id, version, everybody: false, reason: null }, async () => undefined);
    return "done";
  }
  if (!hasDraft) return "unchanged";
  await publishSeries(acting, { id, version }, (trx, content) => requireReady(trx, id, content));
  return "done";
}

function sentenceOf({ reason, errors = [] }: DomainError): string {
  if (reason === "not_ready") return inEnglish("bulkFailed.points");
  if (reason === "changed_meanwhile") return inEnglish("bulkFailed.meanwhile");
  if (reason === "not_permitted") return inEnglish("bulkFailed.notPermitted");
  return errors[0]?.message ?? inEnglish("bulkFailed.refused");
}

/** Why a series could not be changed is stored in English, and read in the language of whoever looks. */
function inEnglish(id: Extract<MessageId, `bulkFailed.${string}`>): string {
  return messagesIn("en")(id);
}
