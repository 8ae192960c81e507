import type pg from "pg";

/** A statement as it was sent. */
export interface Sent {
  text: string;
  values: unknown[];
}

/** Returns the statements that the connections of pools send while `work` runs, which is given those sent so far. */
export async function sentStatements(
  pools: readonly pg.Pool[],
  work: (sent: readonly Sent[]) => Promise<unknown>,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const restore = new Map<pg.PoolClient, pg.PoolClient["query"]>();
  const listen = (client: pg.PoolClient) => {
    if (restore.has(client)) return;
    restore.set(client, client.query);
    const send = client.query.bind(client) as (...given: unknown[]) => unknown;
    const query = (...given: unknown[]) => {
      const [statement, values] = given as [string | { text: string; values?: unknown[] }, unknown];
      const { text, values: own } =
        typeof statement === "string" ? { text: statement, values: undefined } : statement;
      sent.push({ text, values: own ?? (Array.isArray(values) ? values : []) });
      return send(...given);
    };
    client.query = query as typeof client.query;
  };
  for (const pool of pools) pool.on("acquire", listen);
  try {
    await work(sent);
  } finally {
    for (const pool of pools) pool.off("acquire", listen);
    for (const [client, query] of restore) client.query = query;
  }
  return sent;
}

/** How a statement is carried out: the indexes that it reads, and the tables that it reads as a whole. */
export interface Plan {
  text: string;
  indexes: string[];
  wholeTables: string[];
}

/** Returns the plans of the statements that read or change rows, where PostgreSQL avoids reading whole tables. */
export async function plansOf(pool: pg.Pool, sent: readonly Sent[]): Promise<Plan[]> {
  const client = await pool.connect();
  try {
    await client.query("set enable_seqscan = off");
    const plans: Plan[] = [];
    for (const { text, values } of sent) {
      if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) continue;
      const { rows } = await client.query(`explain (format json) ${text}`, values);
      const plan = JSON.stringify(rows[0]["QUERY PLAN"]);
      const all = (of: RegExp) => Array.from(plan.matchAll(of), ([, name = ""]) => name);
      plans.push({
        text,
        indexes: all(/"Index Name":"(\w+)"/g),
        wholeTables: all(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g),
      });
    }
    return plans;
  } finally {
    await client.query("reset enable_seqscan");
    client.release();
  }
}
