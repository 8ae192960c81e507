import { statfs } from "node:fs/promises";
import type { Today } from "@cliffhanger/contract";
import { type Billing, readGatewayLives } from "#billing";
import { countWatchingNow } from "#library";
import type { Config } from "#platform/config";
import { countJobs } from "#platform/jobs/listed";

/** A daily backup is late after this long. */
const OLD_BACKUP_MS = 26 * 3_600_000;

/** What runs now. What is not known is null, and never shown as fine. */
export type Running = Omit<Today["running"], "watching"> & {
  watching: number;
  /** Whether backups are planned and none was ever made. */
  isBackupDue: boolean;
};

/** What is read. */
export interface RunningContext {
  billing: Billing;
  config: Config;
  /** Returns when the last good backup was made. */
  lastBackup: () => Promise<Date | null>;
}

/** Reads what runs now. */
export async function readRunning(
  { billing, config, lastBackup }: RunningContext,
  now: Date,
): Promise<Running> {
  const { db } = billing;
  const [watching, jobs, gateways, disk, succeededAt] = await Promise.all([
    countWatchingNow(db, now),
    countJobs(db, ["media.transcode", "mail"]),
    readGatewayLives(billing, now),
    readDisk(config.dataDir),
    lastBackup(),
  ]);
  const countsOf = (name: string) => jobs.find((queue) => queue.name === name) ?? null;
  const [encoding, mail] = [countsOf("media.transcode"), countsOf("mail")];
  return {
    watching,
    encoding: encoding && {
      running: encoding.running,
      waiting: encoding.waiting,
      failed: encoding.failed,
    },
    gateways,
    mail: mail && { waiting: mail.waiting + mail.running, failed: mail.failed },
    hasMail: billing.mail.available,
    disk,
    backup: succeededAt && {
      at: succeededAt.toISOString(),
      isOld: now.getTime() - succeededAt.getTime() > OLD_BACKUP_MS,
    },
    isBackupDue: succeededAt === null && config.backup.everySeconds !== null,
  };
}

async function readDisk(folder: string): Promise<Today["running"]["disk"]> {
  const space = await statfs(folder).catch(() => null);
  if (space === null || space.blocks === 0) return null;
  return {
    usedShare: Math.min(1, Math.max(0, 1 - space.bavail / space.blocks)),
    bytes: space.blocks * space.bsize,
  };
}
