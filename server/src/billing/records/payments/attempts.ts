import type { Db, Trx } from "#platform/db/database";
import type { Billing } from "../billing.ts";
import {
  type AttemptEnding,
  type AttemptRow,
  endAttempt,
  insertAttempt,
  type PaymentRow,
} from "./repository.ts";

type Measured = Pick<Billing, "meters">;

/** Records the outcome of an attempt and counts it; the first outcome wins. Returns whether it was this one. */
export async function finishAttempt(
  db: Db,
  { meters }: Measured,
  id: string,
  ending: AttemptEnding,
): Promise<boolean> {
  const ended = await endAttempt(db, id, ending);
  if (!ended) return false;
  const code = ending.decline_code ?? ending.fault ?? null;
  meters.attempt(db, { ...ended, outcome: ending.outcome, code });
  return true;
}

/** Inserts an attempt that has ended already, and counts it. */
export async function insertEndedAttempt(
  trx: Trx,
  { meters }: Measured,
  { gateway }: Pick<PaymentRow, "gateway">,
  row: AttemptRow,
): Promise<void> {
  await insertAttempt(trx, row);
  const { initiator, outcome, fault } = row;
  meters.attempt(trx, { gateway, initiator, outcome, code: row.decline_code ?? fault });
}
