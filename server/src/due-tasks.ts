import { type Accounts, cleanupTask, findMemberByEmail } from "#accounts";
import {
  type Attribution,
  attributionTask,
  reportRetentionTask,
  stepPartitions,
  touchPartitions,
} from "#attribution";
import {
  type Billing,
  billingTasks,
  hintPartitions,
  isCaughtUp,
  ledgerDaysTask,
  logPartitions,
} from "#billing";
import {
  homeTurnTask,
  popularDocumentsTask,
  removedTagsTask,
  searchBacklogTask,
  searchRetentionTask,
} from "#catalogue";
import { bulkTask, type Exporting, exportTask, peopleTask } from "#console";
import { forgottenUploadsTask, openUploadFiles, removedCaptionsTask } from "#media";
import { operatorsTask } from "#operators";
import type { Config } from "#platform/config";
import type { Partitioned } from "#platform/db/partitions";
import type { DueTask } from "#platform/jobs/due";
import { partitionsTask } from "#platform/jobs/partitions";
import { MAIL_QUEUE, type OpenOutbox } from "#platform/mail/outbox";
import type { MediaStore } from "#platform/storage";
import { countedPlayPartitions } from "#playback";
import { planTask, releaseTask } from "#releases";
import { readSiteZone } from "#site";
import { backupTasksOf } from "./lazy-modules.ts";
import { type BackgroundWork, worksOn } from "./worker-queues.ts";

/** Tables whose rows are in partitions by time, except the audit log. */
export const partitionedTables: readonly Partitioned[] = [
  countedPlayPartitions,
  stepPartitions,
  touchPartitions,
  hintPartitions,
  logPartitions,
];

/** What the tasks of a process work on. */
export interface DueTasksOptions {
  config: Config;
  role: "all" | "web" | "worker";
  work: BackgroundWork;
  billing: Billing;
  accounts: Accounts;
  attribution: Attribution;
  mail: OpenOutbox;
  store: MediaStore;
}

/**
 * Returns the tasks that run when something is due. A process that only serves neither mails nor backs up. A worker that is limited to
 * some queues has nothing to do by the clock: it may lack the gateways' keys, and a renewal that it took would wait for an hour.
 */
export async function dueTasksOf({
  config,
  role,
  work,
  billing,
  accounts,
  attribution,
  mail,
  store,
}: DueTasksOptions): Promise<DueTask[]> {
  if (work.queues !== null) return worksOn(work, MAIL_QUEUE) ? [mailTask(mail)] : [];
  const { db } = billing;
  const exporting: Exporting = {
    zone: () => readSiteZone(db),
    memberOf: async (email) => (await findMemberByEmail(db, email))?.id ?? null,
  };
  return [
    ...billingTasks(billing),
    ledgerDaysTask(exporting.zone),
    cleanupTask(accounts),
    attributionTask(attribution),
    reportRetentionTask(),
    searchRetentionTask(),
    searchBacklogTask(),
    popularDocumentsTask(),
    homeTurnTask(),
    releaseTask(),
    planTask(),
    bulkTask(),
    exportTask(exporting, mail),
    operatorsTask(),
    partitionsTask(partitionedTables),
    peopleTask(),
    forgottenUploadsTask(openUploadFiles(config, store), store),
    removedCaptionsTask(),
    removedTagsTask(),
    ...(role === "web" ? [] : [mailTask(mail), ...(await backupTasksOf(config))]),
  ];
}

/** Begins to send emails, once a restore has caught up with the gateways. Nothing is restored while a process runs. */
function mailTask(mail: OpenOutbox): DueTask {
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
