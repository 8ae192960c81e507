import { statSync } from "node:fs";
import pg from "pg";
import { expect, inject, test } from "vitest";

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
