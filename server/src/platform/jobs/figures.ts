import { sql } from "kysely";
import type { FigureSource } from "#platform/db/figures";

/** Returns the figures of the job queues of these names; `mail` is the one of the outbox. */
export function jobFigures(queues: readonly string[], mail: string): FigureSource {
  const queue = new Set(queues);
  return {
    name: "jobs",
    metrics: [
      { name: "jobs_waiting", help: "Jobs that are due and wait", role: "both", labels: { queue } },
      {
        name: "jobs_oldest_seconds",
        help: "How long the oldest unfinished job has existed",
        role: "both",
        labels: { queue },
      },
      { name: "jobs_active", help: "Jobs that run now, on all nodes", role: "both", labels: {} },
      {
        name: "mail_oldest_seconds",
        help: "How long the oldest unsent email has existed",
        role: "both",
        labels: {},
      },
    ],
    async read(db) {
      // Before the first process has opened the queue, its schema does not exist.
      const { rows: found } = await sql<{ ready: boolean }>`
        select to_regclass('jobs.job') is not null as ready`.execute(db);
      if (!found[0]?.ready) return [];
      // A handler is retried until its limit: the age counts from the creation, not from the last attempt.
      const { rows } = await sql<{ name: string; waiting: number; active: number; oldest: number }>`
        select name, count(*) filter (where state < 'active' and start_after <= now()) as waiting,
          count(*) filter (where state = 'active') as active,
          coalesce(extract(epoch from now() - min(
            case when state = 'created' then greatest(created_on, start_after) else created_on end)), 0
          )::double precision as oldest
        from jobs.job where state < 'completed' and start_after < 'infinity' and name = any(${queues}::text[]) group by name`.execute(
        db,
      );
      const of = (name: string) => rows.find((row) => row.name === name);
      return [
        ...queues.flatMap((name) => [
          { metric: "jobs_waiting", labels: { queue: name }, value: of(name)?.waiting ?? 0 },
          {
            metric: "jobs_oldest_seconds",
            labels: { queue: name },
            value: Math.max(0, of(name)?.oldest ?? 0),
          },
        ]),
        { metric: "jobs_active", value: rows.reduce((sum, { active }) => sum + active, 0) },
        { metric: "mail_oldest_seconds", value: Math.max(0, of(mail)?.oldest ?? 0) },
      ];
    },
  };
}
