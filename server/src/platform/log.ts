import { createRequire } from "node:module";
import pino from "pino";
import { openRepeats, type Repeats } from "./log-repeats.ts";
import { currentRequest } from "./request-context.ts";
import { plainText } from "./terminal.ts";

const require = createRequire(import.meta.url);

/** The log: JSON lines, or coloured lines for a terminal. */
export type Log = pino.Logger;

/** How the log is written. */
export interface LogOptions {
  level?: string;
  pretty: boolean;
  /** Where JSON lines go; standard output by default. */
  to?: pino.DestinationStream;
}

const WARN = 40;
const folding = new Set<Repeats>();
process.once("exit", () => {
  for (const repeats of folding) repeats.flush();
});

/**
 * Opens the log on standard output. Every line written for a request carries its id. Warnings and errors with the same
 * message and reason are folded: the first is written, then one every ten seconds with `repeated`.
 *
 * Nothing that identifies a person or grants access may be logged: callers pass named
 * fields only, and known secret fields are removed here as well.
 */
export function openLog(options: LogOptions): Log {
  const repeats = openRepeats();
  if (options.level !== "silent") folding.add(repeats);
  const settings: pino.LoggerOptions = {
    level: options.level ?? "info",
    base: null,
    // File names and messages of other programs may contain control sequences.
    formatters: { log: plainFields },
    serializers: { err: (error: Error) => plain(pino.stdSerializers.err(error)) },
    hooks: {
      logMethod(words, method, level) {
        const [first, ...rest] = words.map((word) => plain(word, 0)) as Parameters<typeof method>;
        const key = level < WARN ? null : repeatKey(words);
        if (key === null) return method.apply(this, [first, ...rest]);
        repeats.fold(key, (repeated) =>
          method.apply(this, [repeated === 0 ? first : { ...fieldsOf(first), repeated }, ...rest]),
        );
      },
    },
    mixin() {
      const request = currentRequest();
      return request ? { requestId: request.requestId } : {};
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
  if (options.to) return pino(settings, options.to);
  if (!options.pretty) return pino(settings);
  // Loaded here, because only terminals need it.
  const pretty: typeof import("pino-pretty") = require("pino-pretty");
  return pino(settings, pretty({ colorize: process.stdout.isTTY, ignore: "time", sync: true }));
}

/** Returns what makes lines repeats of each other: the message and its reason; null for a line without a reason. */
function repeatKey([fields, message]: unknown[]): string | null {
  if (typeof fields !== "object" || fields === null) return null;
  const { reason, err } = fieldsOf(fields) as { reason?: string; err?: { message?: string } };
  const cause = reason ?? err?.message;
  return cause === undefined ? null : `${String(message)} ${cause}`;
}

function fieldsOf(fields: unknown): object {
  return fields instanceof Error ? { err: fields } : (fields as object);
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
