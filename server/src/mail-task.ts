import { isCaughtUp } from "#billing";
import type { DueTask } from "#platform/jobs/due";
import type { OpenOutbox } from "#platform/mail/outbox";

/** Begins to send emails, once a restore has caught up with the gateways. Nothing is restored while a process runs. */
export function mailTask(mail: OpenOutbox): DueTask {
  let works = false;
  return {
    name: "mail",
    hasWork: () => (works ? false : isCaughtUp()),
    async run() {
      await mail.work();
      works = true;
      return 0;
    },
  };
}
