export { BackupError } from "./backup-error.ts";
export { type CheckedBackup, checkBackup } from "./check-backup.ts";
export { EXTENSION } from "./manifest.ts";
export { checkMedia, restoreMedia } from "./media-of-backup.ts";
export { refuseNewer, restoreBackup } from "./restore/restore-backup.ts";
export { runBackupCommand } from "./run-command.ts";
export { type ListedBackup, listBackups, saveStatus } from "./status.ts";
export { writeBackup } from "./write-backup.ts";
