import pg from "pg";
import type { Database } from "#platform/db/database";

/** Causes outages of a test's database, over a connection to another database of the same server. */
export interface Outages {
  /** Ends every connection to the database, as a restart of the server does. */
  disconnect(): Promise<void>;
  /** Ends every connection and refuses new ones until `end`. */
  begin(): Promise<void>;
  end(): Promise<void>;
  /** Makes new connections read-only or writable; those that are open keep their mode. */
  setReadOnly(isReadOnly: boolean): Promise<void>;
  /** Interrupts the statement of a connection once it runs; earlier a cancel has no effect. Returns false before. */
  cancelIfRunning(pid: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens the control of a database's outages, in `beforeAll`; close it before the app. */
export async function openOutages({ url }: Pick<Database, "url">): Promise<Outages> {
  const other = new URL(url);
  const name = other.pathname.slice(1);
  other.pathname = "/postgres";
  const client = new pg.Client({ connectionString: other.href });
  await client.connect();
  const allow = (areAllowed: boolean) =>
    client.query(`alter database ${name} allow_connections ${areAllowed}`);
  const disconnect = async () => {
    await client.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1", [
      name,
    ]);
  };
  return {
    disconnect,
    async begin() {
      await allow(false);
      await disconnect();
    },
    async end() {
      await allow(true);
    },
    async setReadOnly(isReadOnly) {
      const change = isReadOnly
        ? "set default_transaction_read_only = on"
        : "reset default_transaction_read_only";
      await client.query(`alter database ${name} ${change}`);
    },
    async cancelIfRunning(pid) {
      const { rowCount } = await client.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and state = 'active'",
        [pid],
      );
      return rowCount === 1;
    },
    close: () => client.end(),
  };
}
