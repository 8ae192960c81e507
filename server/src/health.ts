import { execFile } from "node:child_process";
import { join } from "node:path";
import type { ConsoleHealth } from "@cliffhanger/contract";
import type { Clock } from "#platform/clock";
import type { Config } from "#platform/config";

/** So long a result is shown before the checks run again. */
const FRESH_MS = 60_000;
const LIMIT_MS = 30_000;
const MAX_BYTES = 2 ** 20;
const command = join(import.meta.dirname, "doctor-command.ts");

/**
 * Returns what checks this installation: `npm run doctor -- --offline` in a process of its own, so that what it opens is closed
 * again and a fault in it ends no server. It runs at most once a minute on a node, and once at a time.
 */
export function openHealth(config: Config, clock: Clock): () => Promise<ConsoleHealth> {
  let running: Promise<ConsoleHealth> | null = null;
  let begun = Number.NEGATIVE_INFINITY;
  return async () => {
    if (running && Math.abs(performance.now() - begun) < FRESH_MS) return running;
    begun = performance.now();
    running = examine(config).then((findings) => ({ at: clock.now().toISOString(), findings }));
    return running;
  };
}

async function examine({ dataDir }: Config): Promise<ConsoleHealth["findings"]> {
  const { promise, resolve } = Promise.withResolvers<ConsoleHealth["findings"]>();
  const env = { ...process.env, DATA_DIR: dataDir };
  const options = { env, timeout: LIMIT_MS, maxBuffer: MAX_BYTES };
  // It exits with 1 when it found faults, which are in its output.
  execFile(process.execPath, [command, "--offline", "--json"], options, (_error, stdout) => {
    try {
      resolve(JSON.parse(stdout) as ConsoleHealth["findings"]);
    } catch {
      const text = "npm run doctor gave no answer within 30 seconds. Run it on the server.";
      resolve([{ state: "fault", about: "Checks", text }]);
    }
  });
  return promise;
}
