import { type Log, openLog } from "#platform/log";

/** A line of a log. */
export type LogLine = Record<string, unknown> & { msg: string; level: number; requestId?: string };

/** Opens a log that keeps its lines. */
export function openLogLines(level = "info"): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const to = { write: (text: string) => void lines.push(JSON.parse(text) as LogLine) };
  return { log: openLog({ level, pretty: false, to }), lines };
}
