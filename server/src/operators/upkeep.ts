import { dropActivity } from "#platform/db/activity";
import { keepAudit } from "#platform/db/audit";
import { type DueTask, everyHour } from "#platform/jobs/due";
import { later, lifetimes } from "./operators.ts";
import { deleteEnded } from "./repository.ts";

/** Keeps the audit log's partitions, and deletes old changes, and sessions, challenges and answers that have ended. */
export function operatorsTask(): DueTask {
  return everyHour("operators", async ({ db, clock, log }) => {
    const now = clock.now();
    const dropped = await keepAudit(db, now);
    if (dropped > 0) log.info({ dropped }, "Partitions of the audit log are over");
    await dropActivity(db);
    await deleteEnded(db, now, later(now, -lifetimes.answer));
  });
}
