import pino from "pino";
import pretty from "pino-pretty";

/** The log: JSON lines, or coloured lines when a person looks on. */
export type Log = pino.Logger;

/**
 * Opens the log on standard output. Nothing that identifies a person or opens a door may be logged: callers pass named
 * fields only, and what is known to be secret is cut here as well.
 */
export function openLog(options: { level?: string; pretty: boolean }): Log {
  const settings: pino.LoggerOptions = {
    level: options.level ?? "info",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        "password",
        "token",
        "cookie",
        "authorization",
        "email",
        "*.password",
        "*.token",
        "*.cookie",
        "*.email",
      ],
      censor: "[removed]",
    },
  };
  if (!options.pretty) return pino(settings);
  return pino(settings, pretty({ colorize: process.stdout.isTTY, ignore: "time", sync: true }));
}
