import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { silentLog } from "#test/silent-log";
import { migrations } from "../migrations/index.ts";

/** Uses a connection to a database, outside of the app's pool. */
export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Migrates as a start does, and returns the names of the migrations. */
export async function migrateAt(url: string): Promise<string[]> {
  const database = await openDatabase({
    databaseUrl: url,
    dataDir: "",
    mode: "own",
    holder: "npm test",
    log: silentLog,
  });
  try {
    return await migrate(database, migrations, silentLog);
  } finally {
    await database.close();
  }
}

/** Waits until the server has noticed that the command is dead. */
export async function noConnections(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const others =
      "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
    while ((await client.query(others)).rows.length > 0) await pause(20);
  });
}

/** Returns whether a database is marked as one whose restore has not finished. */
export const isUnfinished = (url: string): Promise<boolean> => withClient(url, hasMark);

/** The same by a connection to it. */
export async function hasMark(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('unfinished_restore') is not null as there");
  return rows[0]?.there === true;
}
