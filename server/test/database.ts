import pg from "pg";
import { inject } from "vitest";
import { systemClock } from "#platform/clock";
import { type Database, openDatabase } from "#platform/db/database";
import { newId } from "#platform/ids";
import { silentLog } from "./silent-log.ts";

/**
 * Copies the files of a database instead of logging each page: a fifth of the CPU, also of the first connection, which finds the
 * caches of the catalogue among the files.
 */
const BY_FILES = "strategy file_copy";

/**
 * Creates a migrated database on a real PostgreSQL for the caller alone, once per test file in `beforeAll`. `close`
 * ends its connections and drops it.
 */
export async function testDatabase(): Promise<Database> {
  const template = new URL(inject("templateUrl"));
  const name = `test_${newId(systemClock.now())}`;
  await administer(template, `create database ${name} template ${template.pathname.slice(1)} ${BY_FILES}`);
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

/**
 * Passes the address of an empty database, whose owner is a role without other rights, and drops both afterwards. Its
 * connections must be closed.
 */
export async function withEmptyDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const url = new URL(inject("templateUrl"));
  const name = `empty_${newId(systemClock.now())}`;
  const admin = new URL(url);
  await administer(admin, `create role ${name} login`);
  await administer(admin, `create database ${name} owner ${name} ${BY_FILES}`);
  url.pathname = `/${name}`;
  url.username = name;
  try {
    return await use(url.href);
  } finally {
    await administer(admin, `drop database ${name} with (force)`);
    await administer(admin, `drop role ${name}`);
  }
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
