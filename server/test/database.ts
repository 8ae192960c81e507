import pg from "pg";
import { inject } from "vitest";
import { systemClock } from "#platform/clock";
import { type Database, openDatabase } from "#platform/db/database";
import { newId } from "#platform/ids";
import { silentLog } from "./silent-log.ts";

/**
 * Creates a migrated database on a real PostgreSQL for the caller alone, once per test file in `beforeAll`. `close`
 * ends its connections and drops it.
 */
export async function testDatabase(): Promise<Database> {
  const template = new URL(inject("templateUrl"));
  const name = `test_${newId(systemClock.now())}`;
  await administer(template, `create database ${name} template ${template.pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const database = await openDatabase({
    databaseUrl: url.href,
    dataDir: "",
    mode: "own",
    holder: "npm test",
    log: silentLog,
  });
  const close = async () => {
    await database.close();
    await administer(template, `drop database ${name} with (force)`);
  };
  return { ...database, close };
}

/** Connects to another database than the template, which can be cloned only while it has no connections. */
async function administer(template: URL, statement: string): Promise<void> {
  const url = new URL(template);
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
