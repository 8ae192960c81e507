import { withLease } from "#platform/db/lease";
import type { DueContext, DueTask } from "#platform/jobs/due";
import { begin, isBackupDue, isDrillDue, noteFault, type Work } from "./repository.ts";
import { runBackupProgram } from "./run-program.ts";

/** The lease by which one node at a time backs up. */
const NAME = "backup";
/** A drill of a larger database takes too long to run unasked. */
const DRILL_LIMIT_BYTES = 5 * 10 ** 9;

/** Creates the task that backs up at regular times, on one node at a time, and holds a drill each week. */
export function backupTask(everySeconds: number): DueTask {
  const due = isBackupDue(everySeconds);
  const isTimeToDrill = isDrillDue(DRILL_LIMIT_BYTES);
  return {
    name: NAME,
    hasWork: () => due,
    async run(context) {
      await withLease(context.db, NAME, async () => {
        if (!(await begin(context.db, "backup", due))) return;
        if (!(await attempt(context, "backup", ["--prune"]))) return;
        if (await begin(context.db, "drill", isTimeToDrill)) await attempt(context, "drill", ["--drill"]);
      });
      return 0;
    },
  };
}

/** Runs the program and returns whether it succeeded. It records its success itself, as when a person runs it. */
async function attempt({ db, log, signal }: DueContext, work: Work, args: string[]): Promise<boolean> {
  const { code, isStopped, last } = await runBackupProgram(args, signal);
  if (code === 0) {
    log.info({ work, result: last }, "Backup work done");
    return true;
  }
  // The process is stopping; the next start continues.
  if (isStopped) return false;
  await noteFault(db, work, last);
  log.error({ work, reason: last }, "Backup work failed; npm run doctor says so until it succeeds");
  return false;
}
