import type { Clock } from "#platform/clock";
import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import { insertLogRow, type LogRow } from "./repository.ts";

/** A state change of an order, payment, subscription or refund, or an operator's action. */
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
    | "review"
    | "withdrawal"
    | "case"
    | "setup";
  subjectId: string;
  from: string | null;
  to: string;
  /** What caused it: `charge`, `webhook`, `inspection`, `expiry`, `operator` … */
  cause: string;
  detail?: Record<string, unknown>;
}

/** Writes a state change to the money log (R48), within the transaction that makes the change. */
export async function logChange(trx: Trx, { clock }: { clock: Clock }, move: Move): Promise<void> {
  await insertLogRow(trx, logRowOf(clock.now(), move));
}

/** Returns a state change as the money log stores it. */
export function logRowOf(at: Date, move: Move): LogRow {
  return {
    id: newId(at),
    at,
    subject: move.subject,
    subject_id: move.subjectId,
    from_state: move.from,
    to_state: move.to,
    cause: move.cause,
    detail: move.detail ?? {},
  };
}
