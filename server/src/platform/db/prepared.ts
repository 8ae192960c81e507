import { sql } from "kysely";
import type pg from "pg";

const MARK = "/* prepared */";

/**
 * At the end of a statement: each connection reads and plans it once and keeps the plan. For what is asked with nearly
 * every request, always in the same words, and whose plan does not hang on its parameters.
 */
export const prepared = sql.raw(MARK);

const names = new Map<string, string>();

/** Makes a connection keep the plans of marked statements. */
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
  const name = `kept-${names.size}`;
  names.set(text, name);
  return name;
}
