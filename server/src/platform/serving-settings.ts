import { readFileSync } from "node:fs";
import type { Setting } from "./setting.ts";

/** Which answers are logged: none, failed and slow ones, these and one in a hundred, or all. */
export type AccessLog = "off" | "errors" | "sampled" | "all";

/** How the web server accepts connections, and how it leaves service. */
export interface ServingSettings {
  /** Seconds for which a stopping server still serves while load balancers notice that it is not ready. */
  drainSeconds: number;
  /** Concurrent connections. */
  maxConnections: number;
  /** Concurrent connections from one address, or one /64 network of IPv6; trusted proxies are exempt. */
  maxConnectionsPerAddress: number;
  /** Whether a node whose media storage has been missing for five minutes reports that it is not ready. */
  readyNeedsMedia: boolean;
  /** Which answers are logged. */
  accessLog: AccessLog;
  /** Days without a visit after which a guest is deleted with what they watched. */
  guestDays: number;
}

/** The settings of this file, as the documentation lists them. */
export const servingSettings: Setting[] = [
  {
    name: "DRAIN_SECONDS",
    fallback: "5",
    meaning:
      "Seconds for which a stopping server still serves after /readyz reports it; 0 stops at once, as Ctrl+C in a terminal does",
  },
  {
    name: "MAX_CONNECTIONS",
    fallback: "(by the file limit)",
    meaning:
      "Concurrent connections; by default 512 below the limit of open files, half of a limit under 1024, at most 10000",
  },
  {
    name: "MAX_CONNECTIONS_PER_ADDRESS",
    fallback: "256",
    meaning:
      "Concurrent connections from one address or IPv6 /64 network; the default is at most half of MAX_CONNECTIONS; addresses in TRUST_PROXY are exempt",
  },
  {
    name: "READY_NEEDS_MEDIA",
    fallback: "0",
    meaning:
      "1 makes /readyz answer 503 once the media storage has been missing for five minutes; with 0 it only reports it",
  },
  {
    name: "ACCESS_LOG",
    fallback: "errors",
    meaning:
      "Which answers are logged: off, errors (HTTP 500 and above, or slower than a second), sampled (these and one in a hundred) or all",
  },
  {
    name: "GUEST_DAYS",
    fallback: "180",
    meaning:
      "Days without a visit after which a guest is deleted with what they watched, from 30 to 400; never one who bought or has a right",
  },
];

const MAX_CONNECTIONS = 10_000;
/** Descriptors for the database, the log and files being sent. */
const RESERVE = 512;
const PER_ADDRESS = 256;

/** Reads these settings; faults are added to `faults`. */
export function readServing(text: (name: string) => string | null, faults: string[]): ServingSettings {
  const number = (name: string, lowest: number, highest: number, hint: string): number | null => {
    const value = text(name);
    if (value === null) return null;
    if (/^\d{1,6}$/.test(value) && Number(value) >= lowest && Number(value) <= highest) return Number(value);
    faults.push(`${name} is "${value}"; give ${hint}.`);
    return null;
  };
  const files = fileLimit();
  const maxConnections =
    number("MAX_CONNECTIONS", 10, 100_000, "a number from 10 to 100000") ?? connectionsFor(files);
  if (maxConnections + spareOf(files) > files)
    faults.push(
      `MAX_CONNECTIONS is ${maxConnections}, but this process may open ${files} files; raise the limit (ulimit -n, LimitNOFILE) or give at most ${connectionsFor(files)}.`,
    );
  const needsMedia = text("READY_NEEDS_MEDIA") ?? "0";
  if (!/^[01]$/.test(needsMedia)) faults.push(`READY_NEEDS_MEDIA is "${needsMedia}"; give 1 or 0.`);
  const accessLog = text("ACCESS_LOG") ?? "errors";
  if (!isAccessLog(accessLog)) faults.push(`ACCESS_LOG is "${accessLog}"; give ${accessLogs.join(", ")}.`);
  return {
    accessLog: isAccessLog(accessLog) ? accessLog : "errors",
    drainSeconds: number("DRAIN_SECONDS", 0, 600, "whole seconds from 0 to 600") ?? 5,
    maxConnections,
    maxConnectionsPerAddress:
      number("MAX_CONNECTIONS_PER_ADDRESS", 1, 100_000, "a number from 1 to 100000") ??
      Math.min(PER_ADDRESS, Math.floor(maxConnections / 2)),
    readyNeedsMedia: needsMedia === "1",
    guestDays: number("GUEST_DAYS", 30, 400, "whole days from 30 to 400") ?? 180,
  };
}

const accessLogs: readonly AccessLog[] = ["off", "errors", "sampled", "all"];

function isAccessLog(value: string): value is AccessLog {
  return accessLogs.some((mode) => mode === value);
}

/** Returns the default cap for a limit of open files. */
function connectionsFor(files: number): number {
  return Math.min(MAX_CONNECTIONS, files - spareOf(files));
}

function spareOf(files: number): number {
  return files < 2 * RESERVE ? Math.ceil(files / 2) : RESERVE;
}

/** Returns how many files this process may have open. */
export function fileLimit(): number {
  try {
    const [, soft] =
      /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    if (soft !== undefined) return soft === "unlimited" ? Number.MAX_SAFE_INTEGER : Number(soft);
  } catch {
    // Not Linux: use the process report below.
  }
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Number.MAX_SAFE_INTEGER;
}
