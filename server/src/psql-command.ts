/** `npm run psql`: opens the database of this installation in PostgreSQL's own prompt, read only by default. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { guardedMain, runIfStarted, say } from "#platform/command";
import { readConfig } from "#platform/config";
import { openDatabase } from "#platform/db/database";
import { addressesOf } from "#platform/db/hosts";
import { openLog } from "#platform/log";
import { USAGE } from "./psql-usage.ts";

/** The reason why psql cannot be run, as a sentence. */
class PsqlError extends Error {}

/**
 * Returns psql's connection settings as environment variables. Arguments would show a password to every user of the
 * machine.
 */
function connectionEnvironment(address: string, write: boolean): Record<string, string> {
  const hosts = addressesOf(address).map((one) => new URL(one));
  const [first = new URL(address)] = hosts;
  const { username, password, pathname, searchParams } = first;
  const given = {
    PGHOST:
      searchParams.get("host") ?? hosts.map(({ hostname }) => hostname.replace(/^\[|\]$/g, "")).join(","),
    PGPORT: hosts.length === 1 ? first.port : hosts.map(({ port }) => port || "5432").join(","),
    PGTARGETSESSIONATTRS: hosts.length === 1 ? "" : "read-write",
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get("sslmode") ?? "",
    PGOPTIONS: `-c default_transaction_read_only=${write ? "off" : "on"} -c statement_timeout=0`,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
}

const main = guardedMain([PsqlError], async (args) => {
  if (args.includes("--help") || args.includes("-h")) return say(USAGE, 0);
  const write = args.includes("--write");
  const config = readConfig(process.env, join(import.meta.dirname, "../.."));
  const log = openLog({ level: "error", pretty: true });
  const database = await openDatabase({ ...config, mode: "attach-or-own", holder: "npm run psql", log });
  const child = spawn(
    "psql",
    args.filter((word) => word !== "--write"),
    { stdio: "inherit", env: { ...process.env, ...connectionEnvironment(database.directUrl, write) } },
  );
  // Commands run in a separate process group, so psql receives no Ctrl+C from the terminal, which cancels a statement.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void child.kill(signal));
  process.once("disconnect", () => void child.kill("SIGTERM"));
  process.channel?.unref(); // Listening alone would keep this process alive.
  try {
    const [code] = (await once(child, "close")) as [number | null];
    return code ?? 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new PsqlError(
      "psql is not installed. Install PostgreSQL's client: sudo apt-get install postgresql-client, or brew install libpq.",
    );
  } finally {
    await database.close();
  }
});

await runIfStarted(import.meta, main);
