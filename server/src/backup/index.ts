export { readHeadOf } from "./archive-reader.ts";
export { BackupError } from "./backup-error.ts";
export { type CheckedBackup, checkBackup } from "./check-backup.ts";
export { EXTENSION } from "./extension.ts";
export {
  keepNewest,
  listOwn,
  newBackupPath,
  pruneBackups,
  refuseLowDisk,
  refuseLowDiskForDrill,
  refuseLowDiskForMedia,
} from "./folder.ts";
export { checkMedia, restoreMedia } from "./media-of-backup.ts";
export { refuseUnfitTarget } from "./move/refuse-unfit.ts";
export { readInstallationCode } from "./repository.ts";
export { refuseNewer, restoreBackup } from "./restore/restore-backup.ts";
export { runBackupCommand } from "./run-command.ts";
export { backupTask } from "./schedule/backup-task.ts";
export { backupFigures } from "./schedule/figures.ts";
export { listRuns, noteSuccess } from "./schedule/repository.ts";
export { type ListedBackup, listBackups, saveStatus } from "./status.ts";
export { writeBackup, writeVerifiedBackup } from "./write-backup.ts";
