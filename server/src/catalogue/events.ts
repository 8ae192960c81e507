import type { Db } from "#platform/db/database";
import { notify } from "#platform/db/listen";
import { raiseCatalogueVersion } from "./repository.ts";

/** Announced (LISTEN/NOTIFY) after anything visible in the catalogue changed; nodes drop their public documents. */
export const CATALOGUE_CHANGED = "catalogue_changed";

/** A change of the catalogue as its notification carries it. */
export interface CatalogueChange {
  /** The version of the catalogue after it. */
  version: number;
  /** The series that changed; null where a list, a tag or several series did. */
  seriesId: string | null;
}

/**
 * Raises the version of the catalogue and announces the change when `db`'s transaction commits. Call it last in a transaction: the
 * version's row is locked until its end.
 */
export async function announceChange(db: Db, seriesId: string | null): Promise<void> {
  const version = await raiseCatalogueVersion(db);
  await notify(db, CATALOGUE_CHANGED, `${version} ${seriesId ?? ""}`);
}

/** Reads a notification of {@link CATALOGUE_CHANGED}. */
export function readChange(payload: string): CatalogueChange {
  const [version = "", seriesId = ""] = payload.split(" ");
  return { version: Number(version), seriesId: seriesId === "" ? null : seriesId };
}
