import { createHash } from "node:crypto";
import { sql } from "kysely";
import type pg from "pg";

const MARK = "/* prepared */";

/**
 * Marks the end of a statement that each connection parses and plans only once. Use it for queries of nearly every
 * request whose text is constant and whose plan does not depend on parameters. It names its columns: PostgreSQL refuses to run
 * a prepared `select *` once its table has another one, as it has while the next release's migrations run.
 */
export const prepared = sql.raw(MARK);

const names = new Map<string, string>();

/** Makes a connection prepare marked statements. */
export function prepareMarked(client: pg.PoolClient): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  const query = (statement: unknown, values?: unknown, ...more: unknown[]) =>
    typeof statement === "string" && statement.endsWith(MARK)
      ? send({ name: nameOf(statement), text: statement }, values, ...more)
      : send(statement, values, ...more);
  client.query = query as typeof client.query;
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  // Equal names mean equal texts on every node and release: poolers share statements between clients.
  const name = `c_${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  names.set(text, name);
  return name;
}
