import { listWithdrawnAssets } from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import type { Log } from "#platform/log";
import { GRANT_SECONDS } from "./grants.ts";

/** The assets of series that were withdrawn while grants for them may still be valid. */
export interface WithdrawnAssets {
  has(assetId: string): boolean;
  /** Reads them again: call it when the catalogue changed. */
  changed(): void;
}

/**
 * Opens the list of assets whose grants no longer suffice. A segment is opened by its grant alone; without this list, guests
 * could go on for the rest of a grant's ten minutes.
 */
export function openWithdrawnAssets({ db, clock, log }: { db: Db; clock: Clock; log: Log }): WithdrawnAssets {
  let assets: ReadonlySet<string> = new Set();
  let reading = 0;

  async function read(): Promise<void> {
    const turn = ++reading;
    const since = new Date(clock.now().getTime() - (GRANT_SECONDS + 60) * 1000);
    const found = await listWithdrawnAssets(db, since);
    // A later read knows more.
    if (turn === reading) assets = new Set(found);
  }
  const changed = () =>
    void read().catch((error: unknown) =>
      log.warn({ err: error }, "Withdrawn series could not be read; will retry with the next change"),
    );
  changed();
  return { has: (assetId) => assets.has(assetId), changed };
}
