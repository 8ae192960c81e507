import type { Database } from "#platform/db/database";
import { openPool } from "#platform/db/pool";
import type { Log } from "#platform/log";
import { BackupError } from "../backup-error.ts";
import { isEmpty, listConnected } from "../restore/repository.ts";
import { readTargetFacts } from "./repository.ts";

/**
 * Throws a sentence unless a database can take in another one: empty, unused, in UTF-8, with the right to create tables.
 * Its version and its durability are checked when it is opened.
 */
export async function refuseUnfitTarget({ directUrl }: Pick<Database, "directUrl">, log: Log): Promise<void> {
  const pool = openPool(directUrl, { size: 1, statementTimeoutMs: 0, name: "restore" }, log);
  try {
    const client = await pool.connect();
    try {
      const { encoding, mayCreate } = await readTargetFacts(client);
      if (encoding !== "UTF8")
        throw new BackupError(
          `The new database has the encoding ${encoding}. Create it with: create database NAME encoding 'UTF8' template template0`,
        );
      if (!mayCreate)
        throw new BackupError(
          "The role of the new database may not create tables there. Make it the owner: alter database NAME owner to ROLE",
        );
      const connected = await listConnected(client);
      if (connected.length > 0)
        throw new BackupError(
          `Cliffhanger is using the new database (${connected.join(", ")}). Stop it first.`,
        );
      if (!(await isEmpty(client)))
        throw new BackupError("The new database is not empty. Create one for this installation alone.");
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
}
