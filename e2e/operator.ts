import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { WorkerApp } from "./worker-app.ts";

/** Runs an operator's command on an app's data folder. */
export async function operator(
  app: { dataDir: string },
  command: "config" | "site",
  ...args: string[]
): Promise<void> {
  const file = join(import.meta.dirname, `../server/src/site/${command}-command.ts`);
  const env = { ...process.env, DATA_DIR: app.dataDir };
  await promisify(execFile)(process.execPath, [file, ...args], { env });
}

/**
 * Sets exactly these configuration entries for a worker's app and waits until its pages have them. Entries of earlier files are
 * removed.
 */
export async function configureSite(app: WorkerApp, wanted: Record<string, string>): Promise<void> {
  const { configured } = app;
  const before = new Set(configured.values());
  for (const key of [...configured.keys()].filter((one) => !(one in wanted))) {
    await operator(app, "config", "unset", key);
    configured.delete(key);
  }
  for (const [key, value] of Object.entries(wanted)) {
    if (configured.get(key) === value) continue;
    await operator(app, "config", "set", key, value);
    configured.set(key, value);
  }
  const after = new Set(configured.values());
  const changed = before.symmetricDifference(after);
  if (changed.size === 0) return;
  for (let tries = 0; tries < 100; tries += 1) {
    const html = await (await fetch(app.origin)).text();
    if ([...changed].every((value) => html.includes(value) === after.has(value))) return;
    await pause(100);
  }
  throw new Error("The pages do not have the new configuration.");
}
