import { createHash } from "node:crypto";
import type { Acting } from "#platform/db/audit";
import { inTransaction, type Trx } from "#platform/db/database";
import { DomainError } from "#platform/http/errors";
import * as repository from "./repository.ts";

/** An act of an operator that may be sent twice: after a double click, or after a lost answer. */
export interface KeyedAct {
  operatorId: string;
  call: string;
  body: { requestKey: string };
}

/**
 * Runs an act once for its key, in one transaction with its answer; a repeated one gets the answer of the first. A key
 * that was used for something else is refused.
 */
export async function onceFor<T>(
  acting: Acting,
  { operatorId, call, body }: KeyedAct,
  work: (acting: Acting, trx: Trx) => Promise<T>,
): Promise<T> {
  const { requestKey: key, ...effect } = body;
  const hash = createHash("sha256")
    .update(JSON.stringify(Object.entries(effect).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest("hex");
  return inTransaction(acting.db, async (trx) => {
    const row = { operator_id: operatorId, request_key: key.toUpperCase(), call, effect_hash: hash };
    const isFirst = await repository.insertRequest(trx, { ...row, answer: null, at: acting.clock.now() });
    if (!isFirst) {
      const earlier = await repository.findRequest(trx, operatorId, row.request_key);
      if (earlier?.call === call && earlier.effect_hash === hash) return earlier.answer as T;
      throw new DomainError(409, "changed_meanwhile");
    }
    const answer = await work({ ...acting, db: trx }, trx);
    await repository.saveAnswer(trx, operatorId, row.request_key, answer);
    return answer;
  });
}
