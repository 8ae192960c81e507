import { statSync } from "node:fs";
import pg from "pg";
import { expect, inject, test, vi } from "vitest";
import { makeDataDir } from "#test/data-dir";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { openDatabase } from "./database.ts";

test("the embedded PostgreSQL is open to this user only, loses no acknowledged write and logs no values", async () => {
  const client = new pg.Client({
    connectionString: inject("templateUrl").replace(/template_migrated/, "postgres"),
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('listen_addresses', 'fsync', 'full_page_writes',
         'synchronous_commit', 'log_error_verbosity', 'unix_socket_permissions', 'unix_socket_directories')`,
    );
    const { unix_socket_directories: sockets = "", ...settings } = Object.fromEntries(
      rows.map(({ name, setting }) => [name, setting]),
    );
    expect(settings).toEqual({
      listen_addresses: "",
      fsync: "on",
      full_page_writes: "on",
      synchronous_commit: "on",
      log_error_verbosity: "terse",
      unix_socket_permissions: "0700",
    });
    expect(statSync(sockets).mode & 0o777).toBe(0o700);
  } finally {
    await client.end();
  }
});

test(
  "settings of the shell for another PostgreSQL server do not lead away from the embedded one",
  async () => {
    const dataDir = makeDataDir();
    for (const [name, value] of [
      ["PGHOST", "db.example"],
      ["PGPORT", "5433"],
      ["PGUSER", "someone"],
      ["PGSSLMODE", "require"],
    ] as const)
      vi.stubEnv(name, value);
    try {
      const options = { dataDir: dataDir.path, mode: "own", holder: "a test", log: silentLog } as const;
      const database = await openDatabase(options);
      const { rows } = await database.pool.query("select current_user as name");
      await database.close();
      expect(rows).toEqual([{ name: "cliffhanger" }]);
    } finally {
      vi.unstubAllEnvs();
      await dataDir.remove();
    }
  },
  timeLimit(60),
);
