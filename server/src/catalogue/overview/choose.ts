import type { SeriesChoice } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { changedMeanwhile, invalidField } from "#platform/http/errors";
import * as repository from "./repository.ts";

/** The most series that one act changes. */
const MAX_SERIES = 10_000;
/** By how much the number of matching series may differ from what the screen said. */
const TOLERANCE = 0.01;

/** Returns the ids of the series that an act is about. Refuses when many more or fewer match than the operator saw. */
export async function chooseSeries(db: Db, choice: SeriesChoice): Promise<string[]> {
  if ("ids" in choice) return [...new Set(choice.ids)].toSorted();
  const { filter, count } = choice;
  const ids = await repository.listMatching(db, filter, MAX_SERIES + 1);
  if (Math.abs(ids.length - count) > count * TOLERANCE)
    throw changedMeanwhile({ current: { count: ids.length }, by: null });
  if (ids.length > MAX_SERIES) throw invalidField("filter", "invalid_request");
  return ids;
}
