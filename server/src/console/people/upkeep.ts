import { type DueTask, everyHour } from "#platform/jobs/due";
import { deleteSentMails } from "#platform/mail/repository";
import { deleteLookUps } from "./repository.ts";

const DAY_MS = 86_400_000;
/** Look-ups are counted by hour; the audit log has them for longer. */
const LOOK_UP_DAYS = 2;
/** As long as other rows of the audit log. */
const MAIL_DAYS = 730;

/** Deletes old look-ups and records of emails. */
export function peopleTask(): DueTask {
  return everyHour("people records", async ({ db, clock }) => {
    const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
    await deleteLookUps(db, before(LOOK_UP_DAYS));
    await deleteSentMails(db, { until: before(MAIL_DAYS) });
  });
}
