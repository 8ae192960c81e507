import { languages } from "@cliffhanger/contract";
import { type Db, inTransaction } from "#platform/db/database";
import { documentIn } from "./document.ts";
import * as repository from "./repository.ts";
import { variantsOf } from "./words.ts";

/** Series indexed per statement. */
const BATCH = 250;

/** Updates the search documents of these series, and deletes those of hidden series. */
export async function refreshSearch(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) await refreshBatch(db, ids.slice(from, from + BATCH));
}

async function refreshBatch(db: Db, ids: readonly string[]): Promise<void> {
  const found = await repository.findSearchable(db, ids);
  const visible = new Set(found.map((series) => series.id));
  const gone = ids.filter((id) => !visible.has(id));
  if (gone.length > 0) await repository.deleteDocuments(db, gone);
  if (found.length === 0) return;
  const documents = found.flatMap((series) => languages.map((language) => documentIn(series, language)));
  await repository.saveDocuments(db, documents);
  const vocabulary = new Set(
    documents.flatMap((one) => one.vocabulary.map((word) => `${one.language} ${word}`)),
  );
  await repository.saveWords(
    db,
    [...vocabulary].map((entry) => {
      const [language = "", word = ""] = entry.split(" ");
      return { language: language as (typeof languages)[number], word, variants: variantsOf(word) };
    }),
  );
}

/**
 * Indexes visible series whose document is missing or outdated, as after a software update. Several processes may run
 * it at once.
 * @returns how many were indexed
 */
export async function catchUpSearch(db: Db): Promise<number> {
  for (let done = 0; ; ) {
    const ids = await repository.listUnsearchable(db, BATCH);
    if (ids.length === 0) return done;
    await inTransaction(db, (trx) => refreshSearch(trx, ids));
    done += ids.length;
  }
}
