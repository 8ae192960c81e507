import { createRequire } from "node:module";
import pino from "pino";
import { plainText } from "./terminal.ts";

const require = createRequire(import.meta.url);

/** The log: JSON lines, or coloured lines for a terminal. */
export type Log = pino.Logger;

/**
 * Opens the log on standard output. Nothing that identifies a person or grants access may be logged: callers pass named
 * fields only, and known secret fields are removed here as well.
 */
export function openLog(options: { level?: string; pretty: boolean }): Log {
  const settings: pino.LoggerOptions = {
    level: options.level ?? "info",
    base: null,
    // File names and messages of other programs may contain control sequences.
    formatters: { log: plainFields },
    serializers: { err: (error: Error) => plain(pino.stdSerializers.err(error)) },
    hooks: {
      logMethod(words, method) {
        method.apply(this, words.map((word) => plain(word, 0)) as Parameters<typeof method>);
      },
    },
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
  // Loaded here, because only terminals need it.
  const pretty: typeof import("pino-pretty") = require("pino-pretty");
  return pino(settings, pretty({ colorize: process.stdout.isTTY, ignore: "time", sync: true }));
}

const MAX_DEPTH = 4;

function plainFields(fields: Record<string, unknown>): Record<string, unknown> {
  return plain(fields) as Record<string, unknown>;
}

/** Cleans texts, and those in plain objects and lists; errors are left to their serializer. */
function plain(value: unknown, depth = MAX_DEPTH): unknown {
  if (typeof value === "string") return plainText(value, { lines: true });
  if (depth === 0 || typeof value !== "object" || value === null || value instanceof Error) return value;
  if (Array.isArray(value)) return value.map((each) => plain(each, depth - 1));
  if (Object.getPrototypeOf(value) !== Object.prototype && !("stack" in value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each, depth - 1)]));
}
