import { isAbsolute, join } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { migrations } from "../../migrations/index.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { type Database, type Db, openDatabase } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { openMovedClock } from "./db/moved-clock.ts";
import { type Log, openLog } from "./log.ts";
import { plainText } from "./terminal.ts";

/** What an operator's command works with: the database of the running server, or one that it opened itself. */
export interface CommandContext {
  config: Config;
  database: Database;
  db: Db;
  clock: Clock;
  log: Log;
}

/** What a command does; the number it returns is the exit code, 0 where there is none. */
export type CommandWork = (house: CommandContext) => Promise<number> | Promise<void>;

/** The words after a command, read by its `options`. */
export type CommandWords<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true }>
>;

/** A command of the operator that works on the database. */
export interface Command<O extends ParseArgsOptionsConfig> {
  /** As npm knows it. */
  name: string;
  usage: string;
  options?: O;
  /** Errors that are sentences for the person. */
  faults: Faults;
  /** What to do; null where the words make no sense together. */
  workOf(words: CommandWords<O>): CommandWork | null;
  /** Shows how things stand, after every work. */
  show?(house: CommandContext): Promise<void>;
  /** Longest run of one statement in milliseconds: 5000 where it is not said, 0 for no limit. */
  statementTimeoutMs?: number;
}

type Faults = readonly (abstract new (...given: never[]) => Error)[];

/** A program: takes its arguments and returns its exit code. A process runs one; a test may call it. */
export type Main = (args: string[]) => Promise<number>;

/** Returns the program of a command: it reads its arguments and opens the database for its work. */
export function commandMain<O extends ParseArgsOptionsConfig>(command: Command<O>): Main {
  const { name, usage, statementTimeoutMs } = command;
  return guardedMain(command.faults, async (args) => {
    if (args.includes("--help") || args.includes("-h")) return say(usage, 0);
    const options = command.options ?? ({} as O);
    const work = command.workOf(parseArgs({ args, allowPositionals: true, options }));
    if (!work) return say(usage, 1);
    const workAndShow = async (house: CommandContext) => {
      const code = await work(house);
      await command.show?.(house);
      return code ?? 0;
    };
    return withDatabase(name, workAndShow, { statementTimeoutMs });
  });
}

/** Returns the program with its errors handled: each is printed as a sentence; with DEBUG set, unexpected ones in full. */
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

/** Runs the program where its file is the one that Node was started with. */
export async function runIfStarted({ main: isStarted }: ImportMeta, main: Main): Promise<void> {
  if (isStarted) process.exitCode = await main(process.argv.slice(2));
}

/** Opens the database, brings its schema up to date, and closes it after the work. Returns the exit code. */
export async function withDatabase(
  name: string,
  work: CommandWork,
  limits: { statementTimeoutMs?: number | undefined } = {},
): Promise<number> {
  const config = readConfig(process.env, join(import.meta.dirname, "../../.."));
  // Sentences of ours tell what goes wrong; the log is for what nobody expects.
  const log = openLog({ level: "error", pretty: true });
  const holder = `npm run ${name}`;
  const database = await openDatabase({ ...config, ...limits, mode: "attach-or-own", holder, log });
  try {
    await migrate(database, migrations, log);
    const { db } = database;
    const clock = config.demo ? await openMovedClock(db) : systemClock;
    return (await work({ config, database, db, clock, log })) ?? 0;
  } finally {
    await database.close();
  }
}

/** Prints a text, in which names of files may stand, and returns an exit code. */
export function say(text: string, code = 0): number {
  console.log(plainText(text, { lines: true }));
  return code;
}

/** A path as the person means it: npm runs us in the project's folder; INIT_CWD is where they stand. */
export function pathOfPerson(path: string): string {
  return isAbsolute(path) ? join(path) : join(process.env["INIT_CWD"] ?? process.cwd(), path);
}
