import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { randomWord } from "#platform/ids";
import type { GrantKey } from "./grants.ts";
import { saveGrantKey } from "./repository.ts";

/**
 * Returns the keys that sign and verify grants, newest first: those of the environment, or else the installation's
 * own from the database.
 */
export async function loadGrantKeys(
  db: Db,
  clock: Clock,
  configured: GrantKey[] | null,
): Promise<GrantKey[]> {
  if (configured) return configured;
  return saveGrantKey(db, { id: "own", secret: randomWord(32) }, clock.now());
}
