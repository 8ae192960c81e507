import { type KyselyPlugin, OperationNodeTransformer, type ValueNode } from "kysely";
import type { Db } from "./database.ts";

/** Writes each value into the statement's text, escaped by the query builder. Lists stay parameters. */
class LiteralValues extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return Array.isArray(node.value) ? node : { ...node, immediate: true };
  }
}

const transformer = new LiteralValues();
const plugin: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};

/**
 * Returns the same database whose statements contain their values. The role plans statements without regard to their
 * parameters (decision 41). Use this where the plan depends on them: `exists (… where due_at <= $1)` would scan the table,
 * and `state = $1` would not use an index on the rows of one state. Only for values of our own, never for input.
 */
export function withLiterals(db: Db): Db {
  return db.withPlugin(plugin);
}
