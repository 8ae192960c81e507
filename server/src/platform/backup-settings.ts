import { isAbsolute, join, resolve } from "node:path";
import type { Setting } from "./setting.ts";

/** How many backups stay: the newest of each of the last hours, days, weeks and months that have one. */
export interface Retention {
  hours: number;
  days: number;
  weeks: number;
  months: number;
}

/** When backups are written, where they go, and what happens to each of them. */
export interface BackupSettings {
  /** Absolute folder of the backups. */
  folder: string;
  /** A program that runs after each backup with the file's name as its only argument; null: none. */
  command: string | null;
  /** Seconds between two backups; null: none is written by itself. */
  everySeconds: number | null;
  keep: Retention;
  /** Whether the operator says that the database server has backups of its own. */
  elsewhere: boolean;
  /** Whether migrations run without a backup before them. */
  migrateWithout: boolean;
}

const DEFAULT_EVERY = "1h";
const DEFAULT_KEEP = "24h,7d,4w,6m";

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
  {
    name: "BACKUP_EVERY",
    fallback: "(automatic)",
    meaning:
      "Time between two backups, such as 30m, 1h or 1d, or off; by default 1h with the embedded database outside the demo, and off otherwise",
  },
  {
    name: "BACKUP_KEEP",
    fallback: DEFAULT_KEEP,
    meaning: "Backups that stay: the newest of so many hours, days, weeks and months",
  },
  {
    name: "BACKUP_ELSEWHERE",
    fallback: "0",
    meaning: "1 says that the database server has backups of its own, so that npm run doctor asks for none",
  },
  {
    name: "MIGRATE_WITHOUT_BACKUP",
    fallback: "0",
    meaning:
      "1 lets npm start migrate the database without a backup before; for servers with backups of their own",
  },
];

/** What the default of a setting depends on. */
interface BackupContext {
  cwd: string;
  dataDir: string;
  /** Whether the database is the embedded one and holds more than the demo. */
  isOwn: boolean;
}

/** Reads these settings; faults are added to `faults`. */
export function readBackup(
  text: (name: string) => string | null,
  { cwd, dataDir, isOwn }: BackupContext,
  faults: string[],
): BackupSettings {
  const command = text("BACKUP_COMMAND");
  if (command !== null && !isAbsolute(command))
    faults.push(
      `BACKUP_COMMAND is "${command}"; give the absolute path of a program, without arguments, such as /usr/local/bin/copy-backup.`,
    );
  const folder = text("BACKUP_DIR");
  const flag = (name: string) => {
    const value = text(name) ?? "0";
    if (!/^[01]$/.test(value)) faults.push(`${name} is "${value}"; give 1 or 0.`);
    return value === "1";
  };
  return {
    folder: folder === null ? join(dataDir, "backups") : resolve(cwd, folder),
    command,
    everySeconds: readEvery(text("BACKUP_EVERY") ?? (isOwn ? DEFAULT_EVERY : "off"), faults),
    keep: readKeep(text("BACKUP_KEEP") ?? DEFAULT_KEEP, faults),
    elsewhere: flag("BACKUP_ELSEWHERE"),
    migrateWithout: flag("MIGRATE_WITHOUT_BACKUP"),
  };
}

const SECONDS: Record<string, number> = { m: 60, h: 3_600, d: 86_400 };
const LONGEST_SECONDS = 31 * 86_400;

function readEvery(value: string, faults: string[]): number | null {
  if (value === "off") return null;
  const [, count = "", unit = ""] = /^(\d{1,4})([mhd])$/.exec(value) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? 0);
  if (seconds > 0 && seconds <= LONGEST_SECONDS) return seconds;
  faults.push(
    `BACKUP_EVERY is "${value}"; give minutes, hours or days up to 31d, such as 30m or 1h, or off.`,
  );
  return null;
}

const UNITS = { h: "hours", d: "days", w: "weeks", m: "months" } as const;

function readKeep(value: string, faults: string[]): Retention {
  const keep: Retention = { hours: 0, days: 0, weeks: 0, months: 0 };
  for (const part of value.split(",")) {
    const [, count = "", unit = ""] = /^([1-9]\d{0,3})([hdwm])$/.exec(part.trim()) ?? [];
    const name = UNITS[unit as keyof typeof UNITS];
    if (!name || keep[name] > 0) {
      faults.push(
        `BACKUP_KEEP is "${value}"; give numbers of hours, days, weeks and months, such as ${DEFAULT_KEEP}.`,
      );
      break;
    }
    keep[name] = Number(count);
  }
  return keep;
}
