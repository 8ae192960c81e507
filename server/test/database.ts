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

/** An empty database, whose owner is a role without other rights. */
export interface EmptyDatabase {
  url: string;
  /** Copies the database as it is, and returns the address of the copy. Nobody may be connected. */
  copy(): Promise<string>;
  /** Drops the database, its copies and the role. Their connections must be closed. */
  close(): Promise<void>;
}

/** Creates an empty database, in `beforeAll`, for a file whose tests share what they put into it. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const admin = new URL(inject("templateUrl"));
  const owner = `empty_${newId(systemClock.now())}`;
  const names: string[] = [];
  const create = async (name: string, template = "") => {
    await administer(admin, `create database ${name} owner ${owner} ${template} ${BY_FILES}`);
    names.push(name);
    const url = new URL(admin);
    url.pathname = `/${name}`;
    url.username = owner;
    return url.href;
  };
  await administer(admin, `create role ${owner} login`);
  return {
    url: await create(owner),
    copy: () => create(`${owner}_${names.length}`, `template ${owner}`),
    async close() {
      for (const name of names) await administer(admin, `drop database ${name} with (force)`);
      await administer(admin, `drop role ${owner}`);
    },
  };
}

/** Passes the address of an {@link EmptyDatabase}, and drops it afterwards. */
export async function withEmptyDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const database = await emptyDatabase();
  try {
    return await use(database.url);
  } finally {
    await database.close();
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
