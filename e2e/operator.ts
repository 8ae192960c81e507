import { setTimeout as pause } from "node:timers/promises";
import { inDatabase } from "./app-database.ts";
import type { WorkerApp } from "./worker-app.ts";

const tables = { config: "config_entry", site: "site_setting" } as const;

/**
 * Sets configuration entries, or settings of the site, of a running app; null removes one. By the rows that `npm run config` and
 * `npm run site` write, which take two seconds of CPU for each call.
 */
export async function setEntries(
  app: { dataDir: string },
  what: keyof typeof tables,
  values: Record<string, string | null>,
): Promise<void> {
  const table = tables[what];
  await inDatabase(app, async (client) => {
    await client.query("begin");
    // A restore is the only other work that writes these rows without a row in the audit log.
    await client.query("select set_config('app.actor', 'system:restore', true)");
    for (const [key, value] of Object.entries(values)) {
      await client.query(`delete from ${table} where key = $1`, [key]);
      if (value === null) continue;
      const stored = what === "site" ? JSON.stringify(value) : value;
      await client.query(`insert into ${table} (key, value, updated_at) values ($1, $2, now())`, [
        key,
        stored,
      ]);
    }
    await client.query("select pg_notify('site_changed', $1)", [Object.keys(values).join(" ")]);
    await client.query("commit");
  });
}

/**
 * Sets exactly these configuration entries for a worker's app and waits until its pages have them. Entries of earlier files are
 * removed.
 */
export async function configureSite(app: WorkerApp, wanted: Record<string, string>): Promise<void> {
  const { configured } = app;
  const before = new Set(configured.values());
  const changes: Record<string, string | null> = {};
  for (const key of configured.keys()) if (!(key in wanted)) changes[key] = null;
  for (const [key, value] of Object.entries(wanted)) if (configured.get(key) !== value) changes[key] = value;
  if (Object.keys(changes).length === 0) return;
  await setEntries(app, "config", changes);
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) configured.delete(key);
    else configured.set(key, value);
  }
  const after = new Set(configured.values());
  const changed = before.symmetricDifference(after);
  for (let tries = 0; tries < 100; tries += 1) {
    const html = await (await fetch(app.origin)).text();
    if ([...changed].every((value) => html.includes(value) === after.has(value))) return;
    await pause(100);
  }
  throw new Error("The pages do not have the new configuration.");
}
