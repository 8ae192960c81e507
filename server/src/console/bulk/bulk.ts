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
  lockUnlocked,
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
/** Transactions at the same time: the database is shared with viewers. */
const PARALLEL = 2;
/** Series that one transaction changes: enough that it costs little beside them, few enough that nobody waits for its end. */
const TOGETHER = 10;

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
    // Of series to publish many are refused, and each of them would undo what was done with it.
    const size = bulk.act.kind === "publish" ? 1 : TOGETHER;
    const lane = async () => {
      while (ids.length > 0 && !signal.aborted)
        done += await carryOutSome(context, bulk, ids.splice(0, size));
    };
    await Promise.all(Array.from({ length: PARALLEL }, lane));
  }
  await repository.endDone(db, clock.now());
  return done;
}

/** Carries an act out for some series in one transaction, and then for each by itself that this did not do. */
async function carryOutSome(
  context: DueContext,
  bulk: repository.BulkRow,
  ids: readonly string[],
): Promise<number> {
  const { signal } = context;
  const changed = ids.length > 1 ? await carryOutTogether(context, bulk, ids) : [];
  for (const id of ids) {
    if (changed.includes(id)) continue;
    if (signal.aborted) break;
    await carryOut(context, bulk, id);
  }
  return ids.length;
}

/**
 * Carries an act out for several series, and returns for which it did. It leaves out those that somebody else changes at this moment,
 * so that nobody waits for it while it waits for them; and when one is refused, it has changed none.
 */
async function carryOutTogether(
  { db, clock, log }: DueContext,
  bulk: repository.BulkRow,
  ids: readonly string[],
): Promise<string[]> {
  try {
    return await inTransaction(db, async (trx) => {
      const claimed = await lockUnlocked(trx, await repository.claim(trx, bulk.id, ids));
      await changeClaimed({ db: trx, clock, by: bulk.actor }, bulk, claimed);
      return claimed;
    });
  } catch (error) {
    log.debug({ err: error, bulkId: bulk.id }, "Series of many are changed one at a time");
    return [];
  }
}

async function carryOut(
  { db, clock, log }: DueContext,
  bulk: repository.BulkRow,
  seriesId: string,
): Promise<void> {
  const row = { bulkId: bulk.id, seriesId };
  try {
    await inTransaction(db, async (trx) =>
      changeClaimed(
        { db: trx, clock, by: bulk.actor },
        bulk,
        await repository.claim(trx, bulk.id, [seriesId]),
      ),
    );
  } catch (error) {
    // The transaction is undone, so nothing of the series changed. Where the database was busy, the next run tries again.
    if (isTransient(error) || isDatabaseUnavailable(error)) {
      log.warn({ err: error, ...row }, "A series of many waits for the database");
      return;
    }
    const known = error instanceof DomainError ? sentenceOf(error) : null;
    if (known === null) log.error({ err: error, ...row }, "A series could not be changed as one of many");
    const sentence = known ?? inEnglish("bulkFailed.fault");
    await repository.saveOutcomes(db, bulk.id, [{ seriesId, outcome: "failed", sentence }]);
  }
}

/** Changes series that are claimed, and stores how it ended, within the transaction of `acting`. */
async function changeClaimed(
  acting: Acting,
  { id, act, actor }: repository.BulkRow,
  claimed: readonly string[],
): Promise<void> {
  if (claimed.length === 0) return;
  // The act may take minutes: whoever was switched off or lowered meanwhile changes no further series.
  const role = await findCurrentRole(acting.db, actor.id);
  if (role === null || !isPermitted(role, permissionFor(act))) throw new DomainError(403, "not_permitted");
  const outcomes: repository.SeriesOutcome[] = [];
  for (const seriesId of claimed) outcomes.push({ seriesId, outcome: await apply(acting, act, seriesId) });
  await repository.saveOutcomes(acting.db, id, outcomes);
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
