import { languages } from "@cliffhanger/contract";
import { type Db, inTransaction } from "#platform/db/database";
import { documentIn } from "./document.ts";
import * as repository from "./repository.ts";
import { variantsOf } from "./words.ts";

/** Series made searchable in one go. */
const BATCH = 250;

/** Makes the documents of these series tell what they are now; those that are not visible lose theirs. */
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
 * Makes documents for visible series that have none, or one of an older version: after an update of the software.
 * Returns how many. Many processes may run it at once.
 */
export async function catchUpSearch(db: Db): Promise<number> {
  for (let done = 0; ; ) {
    const ids = await repository.listUnsearchable(db, BATCH);
    if (ids.length === 0) return done;
    await inTransaction(db, (trx) => refreshSearch(trx, ids));
    done += ids.length;
  }
}
