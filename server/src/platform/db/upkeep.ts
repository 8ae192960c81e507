import { sql } from "kysely";
import type { Db } from "./database.ts";
import type { FigureSource } from "./figures.ts";

/** Records that a task of the upkeep has succeeded just now, on whichever node. */
export async function noteUpkeep(db: Db, task: string): Promise<void> {
  await sql`
    insert into upkeep_success (task, at) values (${task}, now())
    on conflict (task) do update set at = excluded.at`.execute(db);
}

/** Returns the figures of the upkeep, for tasks of these names. */
export function upkeepFigures(tasks: readonly string[]): FigureSource {
  const metric = {
    name: "upkeep_last_success_timestamp_seconds",
    help: "When a task of the upkeep last succeeded, on any node",
    role: "both",
    labels: { task: new Set(tasks) },
  } as const;
  return {
    name: "upkeep",
    metrics: [metric],
    async read(db) {
      const { rows } = await sql<{ task: string; at: number }>`
        select task, extract(epoch from at)::double precision as at from upkeep_success
        where task = any(${tasks}::text[])`.execute(db);
      return rows.map(({ task, at }) => ({ metric: metric.name, labels: { task }, value: at }));
    },
  };
}
