import { sql } from "kysely";
import type { TestApp } from "./app.ts";

const MAX_ROUNDS = 100;

/** Runs billing's due tasks as the poller would, each only while its condition holds, until nothing is left. */
export async function runDueTasks(
  app: Pick<TestApp, "billing" | "clock" | "database" | "tasks">,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let done = 0;
    for (const task of app.tasks) {
      const condition = task.hasWork(app.billing, app.clock.now());
      const { rows } = await sql<{ due: boolean }>`select ${condition} as due`.execute(app.database.db);
      if (rows[0]?.due) done += await task.run(app.billing);
    }
    if (done === 0) return;
  }
  throw new Error(`Work is still due after ${MAX_ROUNDS} rounds.`);
}
