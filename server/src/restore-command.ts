/** `npm run restore`: restores a backup into an empty database. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { deleteAllSessions } from "#accounts";
import {
  BackupError,
  type CheckedBackup,
  checkBackup,
  checkMedia,
  refuseNewer,
  restoreBackup,
  restoreMedia,
} from "#backup";
import { holdAfterRestore, resumeAfterRestore } from "#billing";
import { systemClock } from "#platform/clock";
import {
  type CommandContext,
  guardedMain,
  pathOfPerson,
  runIfStarted,
  say,
  withDatabase,
} from "#platform/command";
import { type Config, readConfig } from "#platform/config";
import { type Db, openDatabase } from "#platform/db/database";
import { moveClusterAside } from "#platform/db/embedded";
import { DataDirInUse } from "#platform/db/lock";
import { markStore } from "#platform/db/media-marker";
import { holdJobs, listHeldJobs, releaseJobs } from "#platform/jobs/held";
import { openLog } from "#platform/log";
import { MAIL_QUEUE } from "#platform/mail/outbox";
import { openStore } from "#platform/store/open-store";
import { migrations } from "../migrations/index.ts";
import { USAGE } from "./restore-usage.ts";

const HOLDER = "npm run restore";
const root = join(import.meta.dirname, "../..");

/** The program of `npm run restore`. */
export const main = guardedMain([BackupError, DataDirInUse], async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      replace: { type: "boolean", default: false },
      into: { type: "string" },
      "check-media": { type: "boolean", default: false },
      "end-sessions": { type: "boolean", default: false },
      resume: { type: "boolean", default: false },
      "held-mail": { type: "boolean", default: false },
      "release-mail": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return say(USAGE);
  const [file, ...rest] = positionals;
  if (file === undefined) {
    if (values.resume) return withDatabase("restore", resume);
    if (values["held-mail"]) return withDatabase("restore", showHeldMail);
    if (values["release-mail"]) return withDatabase("restore", sendHeldMail);
  }
  if (file === undefined || rest.length > 0) return say(USAGE, 1);
  const config = readConfig(process.env, root);
  const databaseUrl = values.into ?? config.databaseUrl;
  if (databaseUrl !== null && values.replace)
    throw new BackupError(
      "--replace moves an embedded database aside, and this one is on a server of its own. Create a new, empty database and name it with --into.",
    );
  if (values.into !== undefined && !/^postgres(ql)?:\/\//.test(values.into))
    throw new BackupError("--into is no address; give postgres://user:password@host:5432/database.");
  const path = pathOfPerson(file);
  const backup = await checkBackup(path, (head) => refuseNewer(head, migrations, path));
  if (values["check-media"]) return compareMedia(backup, config);
  const { replace, "end-sessions": endSessions } = values;
  const withMedia = backup.manifest.media.included && values.into === undefined;
  await restore(backup, { config, databaseUrl, replace, endSessions, withMedia });
  return 0;
});

async function resume({ db }: CommandContext): Promise<number> {
  const wasHeld = await resumeAfterRestore(db);
  return say(
    wasHeld ? "Charges and refunds run again." : "Nothing was held: no restore waits to be resumed.",
  );
}

async function showHeldMail({ db }: CommandContext): Promise<number> {
  const mails = await listHeldJobs(db, MAIL_QUEUE);
  for (const { kind, at } of mails) say(`${at.toISOString()}  ${kind}`);
  return say(
    mails.length === 0
      ? "No email is held."
      : `${countOf(mails.length)} held. To send: npm run restore -- --release-mail`,
  );
}

async function sendHeldMail({ db }: CommandContext): Promise<number> {
  const count = await releaseJobs(db, MAIL_QUEUE);
  return say(count === 0 ? "No email is held." : `${countOf(count)} released. The next worker sends them.`);
}

const countOf = (mails: number) => (mails === 1 ? "1 email is" : `${mails} emails are`);

interface Order {
  config: Config;
  databaseUrl: string | null;
  replace: boolean;
  endSessions: boolean;
  withMedia: boolean;
}

async function restore(
  backup: CheckedBackup,
  { config, databaseUrl, replace, endSessions, withMedia }: Order,
): Promise<void> {
  // Expected errors are printed as sentences; the log is for unexpected ones.
  const log = openLog({ level: "error", pretty: true });
  if (replace) {
    const aside = await moveClusterAside(config.dataDir, { holder: HOLDER, log, now: systemClock.now() });
    if (aside !== null) say(`The database until now is at ${aside}.`);
  }
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl,
    directDatabaseUrl: databaseUrl === config.databaseUrl ? config.directDatabaseUrl : null,
    mode: "own",
    mayReplace: true,
    holder: HOLDER,
    // A restore refuses a database to which connections of Cliffhanger are open, and these are its own.
    connectionName: "restore",
    log,
    statementTimeoutMs: 0,
  });
  try {
    const afterLoad = async (db: Db) => {
      await holdAfterRestore(db, new Date(backup.manifest.snapshotAt));
      await holdJobs(db, MAIL_QUEUE);
      if (endSessions) await deleteAllSessions(db);
      if (withMedia) await restoreStore(backup, config, db);
    };
    await restoreBackup({ database, backup, migrations, log, afterLoad });
  } finally {
    await database.close();
  }
  const { tables, snapshotAt } = backup.manifest;
  say(`${tables.length} tables were restored as of ${snapshotAt}; every table is the same as in the backup.`);
  say(
    "After the start, the site reads from the gateways what happened since. Until then it charges and refunds nothing.",
  );
}

/** Media files come before the database is whole, so that an interrupted restore can be run again. */
async function restoreStore(backup: CheckedBackup, config: Config, db: Db): Promise<void> {
  const store = await openStore(config);
  const count = await restoreMedia(backup, store);
  await markStore(db, store);
  say(`${count} media files were restored.`);
}

async function compareMedia(backup: CheckedBackup, config: Config): Promise<number> {
  const faults = await checkMedia(backup, await openStore(config));
  for (const { key, fault } of faults) say(`${key} is ${fault}`);
  const { files } = backup.manifest.media;
  if (faults.length === 0) return say(`All ${files} media files are there and the same as in the backup.`);
  return say(`${faults.length} of ${files} media files are missing or different. Copy them back.`, 1);
}

await runIfStarted(import.meta, main);
