import { isAbsolute, join, resolve } from "node:path";
import type { Setting } from "./setting.ts";

/** Where backups go, and what happens to each of them. */
export interface BackupSettings {
  /** Absolute folder of the backups. */
  folder: string;
  /** A program that runs after each backup with the file's name as its only argument; null: none. */
  command: string | null;
}

/** The settings of this file, as the documentation lists them. */
export const backupSettings: Setting[] = [
  {
    name: "BACKUP_DIR",
    fallback: "DATA_DIR/backups",
    meaning: "Folder of the backups; choose one on another disk than the data",
  },
  {
    name: "BACKUP_COMMAND",
    fallback: "(none)",
    meaning:
      "Absolute path of a program that runs after each backup with the file's name as its only argument, to encrypt it and copy it away",
  },
];

/** Reads these settings; faults are added to `faults`. */
export function readBackup(
  text: (name: string) => string | null,
  { cwd, dataDir }: { cwd: string; dataDir: string },
  faults: string[],
): BackupSettings {
  const command = text("BACKUP_COMMAND");
  if (command !== null && !isAbsolute(command))
    faults.push(
      `BACKUP_COMMAND is "${command}"; give the absolute path of a program, without arguments, such as /usr/local/bin/copy-backup.`,
    );
  const folder = text("BACKUP_DIR");
  return { folder: folder === null ? join(dataDir, "backups") : resolve(cwd, folder), command };
}
