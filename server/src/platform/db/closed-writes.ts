import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, Db } from "./database.ts";
import { notify } from "./listen.ts";

/** The channel on which every process is told to renew its connections. */
export const WRITES_CHANGED = "writes_changed";

/** Milliseconds in which processes replace their idle connections; those that are left are ended then. */
const IDLE_GRACE_MS = 500;
/** Milliseconds in which transactions finish; those that are left are ended then. */
const GRACE_MS = 10_000;
const POLL_MS = 50;

/**
 * Makes the database refuse writes from now on, in every process; reads go on. Resolves once no connection is left that
 * could write, so that what is read afterwards is final. Lasts until {@link openWrites}. Connections of the caller must
 * be named `exempt`.
 */
export async function closeWrites({ upkeep }: Pick<Database, "upkeep">, exempt: string): Promise<void> {
  await setReadOnly(upkeep, true);
  // As text, because a date of JavaScript lacks the microseconds.
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(upkeep);
  const older = { closedAt: rows[0]?.at ?? "", exempt };
  for (let waited = 0; (await countOlder(upkeep, older)) > 0; waited += POLL_MS) {
    if (waited >= IDLE_GRACE_MS) await endOlder(upkeep, older, waited < GRACE_MS);
    await pause(POLL_MS);
  }
}

/** Lets the database accept writes again. Returns whether it had refused them. */
export async function openWrites({ upkeep }: Pick<Database, "upkeep">): Promise<boolean> {
  const wasClosed = await areWritesClosed(upkeep);
  if (wasClosed) await setReadOnly(upkeep, false);
  return wasClosed;
}

/** Returns whether the database refuses writes because of {@link closeWrites}. */
async function areWritesClosed(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_db_role_setting where setrole = 0 and 'default_transaction_read_only=on' = any (setconfig)
      and setdatabase = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.length > 0;
}

/** Throws a sentence when the embedded database was moved to a server, or is being moved. */
export async function refuseMoved({ upkeep, embedded }: Database): Promise<void> {
  if (!embedded || !(await areWritesClosed(upkeep))) return;
  throw new Error(
    "The embedded database accepts no writes: npm run move-database is moving it, or has moved it. Set DATABASE_URL to the new server. To go on here instead, run: npm run move-database -- --cancel",
  );
}

/** Changes the setting also where it forbids every change, and tells the processes, which then connect anew. */
async function setReadOnly(db: Db, isReadOnly: boolean): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(connection);
    await sql`begin read write`.execute(connection);
    const name = sql.id(rows[0]?.name ?? "");
    await (isReadOnly
      ? sql`alter database ${name} set default_transaction_read_only = on`
      : sql`alter database ${name} reset default_transaction_read_only`
    ).execute(connection);
    await notify(connection, WRITES_CHANGED, "");
    await sql`commit`.execute(connection);
  });
}

/** Which connections may still write. */
interface Older {
  /** When the setting had been changed, in the database's time. */
  closedAt: string;
  exempt: string;
}

const selectOlder = ({ closedAt, exempt }: Older) => sql`from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and backend_start <= ${closedAt}::timestamptz
    and application_name <> ${exempt} and pid <> pg_backend_pid()`;

async function countOlder(db: Db, older: Older): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${selectOlder(older)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Ends connections. Background work notices and connects anew; what it had not committed is undone. */
async function endOlder(db: Db, older: Older, idleOnly: boolean): Promise<void> {
  await sql`select pg_terminate_backend(pid) ${selectOlder(older)} and (state = 'idle' or not ${idleOnly})`.execute(
    db,
  );
}
