import type { Clock } from "#platform/clock";
import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import { insertMove } from "./repository.ts";

/** A move of an order, a payment, a subscription or a refund, or a deed of an operator's. */
export interface Move {
  subject:
    | "order"
    | "payment"
    | "subscription"
    | "refund"
    | "entitlement"
    | "plan"
    | "grant"
    | "instrument"
    | "review";
  subjectId: string;
  from: string | null;
  to: string;
  /** Who or what caused it: `charge`, `webhook`, `inspection`, `expiry`, `operator` … */
  cause: string;
  detail?: Record<string, unknown>;
}

/** Notes a move in the log of money (R48), within the transaction that makes it. */
export async function noteMove(trx: Trx, { clock }: { clock: Clock }, move: Move): Promise<void> {
  const at = clock.now();
  await insertMove(trx, {
    id: newId(at),
    at,
    subject: move.subject,
    subject_id: move.subjectId,
    from_state: move.from,
    to_state: move.to,
    cause: move.cause,
    detail: move.detail ?? {},
  });
}
