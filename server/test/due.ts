import { sql } from "kysely";
import { prepared } from "#platform/db/prepared";
import type { TestApp } from "./app.ts";

const MAX_ROUNDS = 100;

/**
 * Runs billing's due tasks until nothing is left, but those that are left out. As in the poller, one query asks for all of them which have work: asking
 * for each separately was a quarter of the statements of the tests of money.
 */
export async function runDueTasks(
  app: Pick<TestApp, "billing" | "clock" | "database" | "tasks">,
  leftOut: readonly string[] = [],
): Promise<void> {
  const tasks = app.tasks.filter(({ name }) => !leftOut.includes(name));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const now = app.clock.now();
    const conditions = tasks.map((task) => sql`${task.hasWork(app.billing, now)} as ${sql.ref(task.name)}`);
    const { rows } = await sql<Record<string, boolean>>`select ${sql.join(conditions)} ${prepared}`.execute(
      app.database.db,
    );
    let done = 0;
    for (const task of tasks) if (rows[0]?.[task.name]) done += await task.run(app.billing);
    if (done === 0) return;
  }
  throw new Error(`Work is still due after ${MAX_ROUNDS} rounds.`);
}
