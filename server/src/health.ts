import { execFile } from "node:child_process";
import { join } from "node:path";
import type { ConsoleHealth, Language } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Config } from "#platform/config";
import { noteFindings, type PrintedFinding, printable } from "./findings.ts";

/** So long a result is shown before the checks run again. */
const FRESH_MS = 60_000;
const LIMIT_MS = 30_000;
const MAX_BYTES = 2 ** 20;
const command = join(import.meta.dirname, "doctor-command.ts");

/**
 * Returns what checks this installation: `npm run doctor -- --offline` in a process of its own, so that what it opens is closed
 * again and a fault in it ends no server. It runs at most once a minute on a node, and once at a time.
 */
export function openHealth(config: Config, clock: Clock): (language: Language) => Promise<ConsoleHealth> {
  let running: Promise<{ at: string; findings: PrintedFinding[] }> | null = null;
  let begun = Number.NEGATIVE_INFINITY;
  return async (language) => {
    if (!running || Math.abs(performance.now() - begun) >= FRESH_MS) {
      begun = performance.now();
      running = examine(config).then((findings) => ({ at: clock.now().toISOString(), findings }));
    }
    const { at, findings } = await running;
    return { at, findings: findings.map((finding) => inWordsOf(finding, language)) };
  };
}

/** Returns a finding for a reader of a language. What has no words in it is shown as the command says it. */
export function inWordsOf(
  { state, about, text, says }: PrintedFinding,
  language: Language,
): ConsoleHealth["findings"][number] {
  return { state, about, text, ...says?.[language] };
}

async function examine({ dataDir }: Config): Promise<PrintedFinding[]> {
  const { promise, resolve } = Promise.withResolvers<PrintedFinding[]>();
  // Given both ways, a setting is a fault.
  const env = { ...process.env, DATA_DIR: dataDir, DATA_DIR_FILE: undefined };
  const options = { env, timeout: LIMIT_MS, maxBuffer: MAX_BYTES };
  // It exits with 1 when it found faults, which are in its output.
  execFile(process.execPath, [command, "--offline", "--json"], options, (_error, stdout) => {
    try {
      resolve(JSON.parse(stdout) as PrintedFinding[]);
    } catch {
      const { findings, say } = noteFindings();
      say("fault", "checks", (t) => t("health.checks.silent"));
      resolve(findings.map(printable));
    }
  });
  return promise;
}
