import { languages } from "@cliffhanger/contract";
import { type Db, inTransaction, type Trx } from "#platform/db/database";
import { withLease } from "#platform/db/lease";
import type { DueTask } from "#platform/jobs/due";
import { CARD_VERSION, storedCardOf } from "../cards/ready-card.ts";
import { deleteCards, findRefreshable, type RefreshableRow, saveCards } from "../cards/repository.ts";
import { DOCUMENT_VERSION, documentIn } from "./document.ts";
import * as repository from "./repository.ts";
import { variantsOf } from "./words.ts";

/** Series whose documents and cards are written in one go. */
const BATCH = 250;

const versions: repository.CatalogueVersions = { document: DOCUMENT_VERSION, card: CARD_VERSION };

/**
 * Writes the search documents and cards of these series; removes those of series that are not visible. One that only has a time
 * for its first episode has cards and is not found.
 */
export async function refreshSearch(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) {
    await inTransaction(db, (trx) => refreshBatch(trx, ids.slice(from, from + BATCH)));
  }
}

/** Does as {@link refreshSearch}; of more than a batch, the rest is left to the backlog, so that no request waits for thousands. */
export async function refreshMany(trx: Trx, ids: readonly string[]): Promise<void> {
  await refreshSearch(trx, ids.slice(0, BATCH));
  if (ids.length > BATCH) await repository.addToBacklog(trx, ids.slice(BATCH));
}

async function refreshBatch(trx: Trx, ids: readonly string[]): Promise<void> {
  await repository.takeFromBacklog(trx, ids, versions);
  const found = await findRefreshable(trx, ids);
  const shown = new Set(found.map((series) => series.id));
  const visible = new Set(found.filter((series) => series.published_at !== null).map((series) => series.id));
  const gone = ids.filter((id) => !shown.has(id));
  const unfound = ids.filter((id) => !visible.has(id));
  if (unfound.length > 0) await repository.deleteDocuments(trx, unfound);
  if (gone.length > 0) await deleteCards(trx, gone);
  if (found.length > 0) await write(trx, found);
  await repository.returnToBacklog(trx, ids, versions);
}

async function write(trx: Trx, found: readonly RefreshableRow[]): Promise<void> {
  const visible = found.filter((series) => series.published_at !== null);
  const documents = visible.flatMap((series) =>
    languages.map((language) =>
      documentIn({ ...series, tags: series.tags.map((tag) => tag.name) }, language),
    ),
  );
  await repository.saveDocuments(trx, documents);
  await saveCards(
    trx,
    found.flatMap((series) => languages.map((language) => storedCardOf(series, language))),
  );
  const vocabulary = new Map<string, repository.Word>();
  for (const { language, vocabulary: words } of documents)
    for (const word of words) vocabulary.set(`${language} ${word}`, { language, word });
  const unknown = await repository.findUnknownWords(trx, [...vocabulary.values()]);
  if (unknown.length === 0) return;
  await repository.saveWords(
    trx,
    unknown.map((one) => ({ ...one, variants: variantsOf(one.word) })),
  );
}

/**
 * Writes documents and cards of the series in the backlog, after an update of the software or a change by a newer one. Does nothing
 * while a newer software shares the database.
 */
export function searchBacklogTask(): DueTask {
  return {
    name: "catalogue: search backlog",
    isLong: true,
    hasWork: () => repository.hasBacklog(versions),
    async run({ db }) {
      const ids = await repository.listBacklog(db, BATCH);
      await refreshSearch(db, ids);
      return ids.length;
    },
  };
}

const MINUTE_MS = 60_000;

/** Keeps the copies of the most played documents as many as searches need, and the floors of each language exact. */
export async function keepPopularDocuments(db: Db): Promise<void> {
  for (const language of languages) await inTransaction(db, (trx) => repository.keepPopular(trx, language));
}

/** Does as {@link keepPopularDocuments} every minute, on one node. */
export function popularDocumentsTask(): DueTask {
  const name = "catalogue: most played documents";
  let lastRun = Number.NEGATIVE_INFINITY;
  return {
    name,
    isLong: true,
    // The demo's clock can also be moved back.
    hasWork: (now) => Math.abs(now.getTime() - lastRun) >= MINUTE_MS,
    async run({ db, clock }) {
      lastRun = clock.now().getTime();
      await withLease(db, name, () => keepPopularDocuments(db));
      return 0;
    },
  };
}

/** Fills the backlog when this software writes newer documents or cards than the one before. Call it at the start of a worker. */
export async function prepareBacklog(db: Db): Promise<void> {
  await inTransaction(db, (trx) => repository.raiseVersions(trx, versions));
}
