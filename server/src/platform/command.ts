import { isAbsolute, join } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { migrations } from "../../migrations/index.ts";
import { type Actor, commandActor } from "./actor.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { type Database, type Db, openDatabase } from "./db/database.ts";
import { migrate, pendingMigrations } from "./db/migrate.ts";
import { openMovedClock } from "./db/moved-clock.ts";
import { openReplica, ReplicaLagError, readReplica, refuseLag, sayAsOf } from "./db/replica.ts";
import { type Log, openLog } from "./log.ts";
import { plainText } from "./terminal.ts";

/** The dependencies of an operator command: the database of the running server, or one that the command opened. */
export interface CommandContext {
  config: Config;
  database: Database;
  db: Db;
  clock: Clock;
  log: Log;
  /** The system user who runs the command, for the audit log. */
  by: Actor;
}

/** The work of a command; the number that it returns is the exit code, 0 by default. */
export type CommandWork = (context: CommandContext) => Promise<number> | Promise<void>;

/** A command's arguments, parsed by its `options`. */
export type CommandWords<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true }>
>;

/** An operator command that works on the database. */
export interface Command<O extends ParseArgsOptionsConfig> {
  /** The name of its npm script. */
  name: string;
  usage: string;
  options?: O;
  /** Errors whose messages are written for the operator. */
  faults: Faults;
  /** Returns the work to do; null when the arguments make no sense together. */
  workOf(words: CommandWords<O>): CommandWork | null;
  /** Prints the current state, after every work. */
  show?(context: CommandContext): Promise<void>;
  /** Longest run of one statement in milliseconds: 5000 by default, 0 for no limit. */
  statementTimeoutMs?: number;
  /** Whether work only reads, so that READ_DATABASE_URL may serve it; `--primary` is then an option, too. */
  readsOnly?(words: CommandWords<O>): boolean;
}

type Faults = readonly (abstract new (...given: never[]) => Error)[];

/** A program: takes its arguments and returns its exit code. A process runs one; a test may call it. */
export type Main = (args: string[]) => Promise<number>;

/** Returns the program of a command: it parses its arguments and opens the database for its work. */
export function commandMain<O extends ParseArgsOptionsConfig>(command: Command<O>): Main {
  const { name, usage, statementTimeoutMs } = command;
  return guardedMain([...command.faults, ReplicaLagError], async (args) => {
    if (args.includes("--help") || args.includes("-h")) return say(usage, 0);
    const options = command.options ?? ({} as O);
    const given = command.readsOnly ? args.filter((arg) => arg !== "--primary") : args;
    const words = parseArgs({ args: given, allowPositionals: true, options });
    const work = command.workOf(words);
    if (!work) return say(usage, 1);
    const workAndShow = async (context: CommandContext) => {
      const code = await work(context);
      await command.show?.(context);
      return code ?? 0;
    };
    const mayReadReplica = given.length === args.length && command.readsOnly?.(words) === true;
    return (mayReadReplica ? withReplica : withDatabase)(name, workAndShow, { statementTimeoutMs });
  });
}

/** Returns the program with error handling: each error is printed as a sentence; with DEBUG set, unexpected ones in full. */
export function guardedMain(faults: Faults, main: Main): Main {
  return async (args) => {
    try {
      return await main(args);
    } catch (error) {
      const known = [ConfigError, ...faults].some((fault) => error instanceof fault);
      const isSentence = error instanceof Error && (known || !process.env["DEBUG"]);
      console.error(isSentence ? plainText(error.message, { lines: true }) : error);
      return 1;
    }
  };
}

/** Runs the program when its file is the one that Node was started with. */
export async function runIfStarted({ main: isStarted }: ImportMeta, main: Main): Promise<void> {
  if (isStarted) process.exitCode = await main(process.argv.slice(2));
}

/** Opens the database, migrates its schema, runs the work and closes the database. Returns the exit code. */
export async function withDatabase(
  name: string,
  work: CommandWork,
  limits: { statementTimeoutMs?: number | undefined } = {},
): Promise<number> {
  const config = readConfig(process.env, join(import.meta.dirname, "../../.."));
  // Expected errors are printed as sentences; the log is for unexpected ones.
  const log = openLog({ level: "error", pretty: true });
  const holder = `npm run ${name}`;
  const database = await openDatabase({ ...config, ...limits, mode: "attach-or-own", holder, log });
  try {
    await migrate(database, migrations, log, { before: async (names) => refuseUnbacked(names, config) });
    const { db } = database;
    const clock = config.demo ? await openMovedClock(db) : systemClock;
    return (await work({ config, database, db, clock, log, by: commandActor() })) ?? 0;
  } finally {
    await database.close();
  }
}

/**
 * Runs work that only reads on the server of READ_DATABASE_URL, and says of which moment it is. Refuses when that is long ago: the
 * primary is read only by `--primary`, or without that setting.
 */
async function withReplica(
  name: string,
  work: CommandWork,
  limits: { statementTimeoutMs?: number | undefined } = {},
): Promise<number> {
  const config = readConfig(process.env, join(import.meta.dirname, "../../.."));
  if (config.readDatabaseUrl === null) return withDatabase(name, work, limits);
  const log = openLog({ level: "error", pretty: true });
  const database = await openReplica({ ...limits, url: config.readDatabaseUrl, log });
  try {
    const replica = await readReplica(database.pool);
    refuseLag(replica, config.readMaxLagSeconds);
    const pending = await pendingMigrations(database, migrations);
    if (pending.length > 0)
      throw new ReplicaLagError(
        `The replica of READ_DATABASE_URL lacks ${pending.length} migrations of this release. Start the site once, or add --primary.`,
      );
    say(sayAsOf(replica));
    const { db } = database;
    return (await work({ config, database, db, clock: systemClock, log, by: commandActor() })) ?? 0;
  } finally {
    await database.close();
  }
}

/** A command makes no backup, so it migrates only a new database; `npm start` backs up any other one first. */
function refuseUnbacked(names: readonly string[], { backup }: Config): void {
  if (names.length === Object.keys(migrations).length || backup.migrateWithout) return;
  throw new Error(
    `Pending migrations: ${names.length}. Start the site once: npm start backs up the database and migrates it. MIGRATE_WITHOUT_BACKUP=1 lets a command migrate.`,
  );
}

/** Prints a text, which may contain file names, and returns an exit code. */
export function say(text: string, code = 0): number {
  console.log(plainText(text, { lines: true }));
  return code;
}

/** Resolves a path as the operator means it: npm runs in the project's folder; INIT_CWD is the operator's working directory. */
export function pathOfPerson(path: string): string {
  return isAbsolute(path) ? join(path) : join(process.env["INIT_CWD"] ?? process.cwd(), path);
}
