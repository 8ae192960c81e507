import { type Acting, audited } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import { logChange } from "../records/log.ts";
import { lockOrder, type OrderRow } from "../records/orders/repository.ts";
import { lockPayments } from "../records/payments/repository.ts";
import {
  closeFacts,
  listClosed,
  listFaulty,
  type ReviewEntry,
  type ReviewKind,
} from "../records/review/repository.ts";
import { isLivePayment } from "../records/states.ts";
import { moveOrder, movePayment } from "../records/transitions.ts";
import { restoreRights } from "../settlement/dispute.ts";

/** Why a review could not be closed, as a sentence for the operator. */
export class ReviewError extends Error {}

type ReviewContext = Acting;

const MAX_NOTE_LENGTH = 1000;

/** Returns the open reviews: disputes by their deadline first, then the others, oldest first. */
export async function listOpen(db: Db): Promise<ReviewEntry[]> {
  const entries = await listFaulty(db);
  const closed = await listClosed(db, { ids: entries.map(({ id }) => id) });
  const open = entries.filter(
    ({ id, kind, since }) =>
      !closed.some((one) => one.subject_id === id && one.kind === kind && one.since === since.toISOString()),
  );
  return open.toSorted((one, other) => dueOf(one) - dueOf(other));
}

/** Returns when an entry must be answered; one without a deadline, after all that have one. */
function dueOf({ about }: ReviewEntry): number {
  return about?.due ? new Date(about.due).getTime() : Number.MAX_SAFE_INTEGER;
}

/**
 * Closes a review with the operator's note. A payment in doubt is cancelled, so that its buyer may order
 * again. A purchase suspended by a warning is restored. What a gateway decides stays as it is.
 */
export async function closeReview(
  context: ReviewContext,
  id: string,
  note: string,
  kind?: ReviewKind,
): Promise<ReviewEntry> {
  const said = note.trim();
  if (said === "" || said.length > MAX_NOTE_LENGTH)
    throw new ReviewError(`Say in a note what was done, in at most ${MAX_NOTE_LENGTH} characters.`);
  const by = context.by.id;
  return audited(context, { action: "review.close", reason: said }, async (trx) => {
    const orderId = (await find(trx, id, kind)).order_id;
    const order = orderId === null ? undefined : await lockOrder(trx, orderId);
    // Read again: only under the lock is it certain to be still open.
    const entry = await find(trx, id, kind);
    if (order && (entry.kind === "mismatch" || entry.kind === "doubt"))
      await cancelDoubtful(trx, context, order, said);
    if (order && entry.kind === "warning")
      await restoreRights(trx, context, order, { cause: "operator", detail: { note: said } });
    await closeFacts(trx, entry, { closed_at: context.clock.now(), closed_by: by, close_note: said });
    const detail = { note: said, since: entry.since.toISOString(), order: entry.order_id, by };
    const move = { from: entry.kind, to: "done", cause: "operator", detail };
    await logChange(trx, context, { subject: "review", subjectId: id, ...move });
    const subject = { kind: "review", id };
    const after = { kind: entry.kind, order: entry.order_id, closed: true };
    return { result: entry, changes: [{ subject, after }] };
  });
}

async function find(db: Db, id: string, kind?: ReviewKind): Promise<ReviewEntry> {
  const found = (await listOpen(db)).find(
    (entry) => entry.id === id && (kind === undefined || entry.kind === kind),
  );
  if (found) return found;
  throw new ReviewError(`Nothing open is called "${id}". npm run review shows what is.`);
}

/**
 * Cancels payments without an outcome after all inspections, and closes their order. An order in review
 * counts as refunded by the operator; for any other, no money is known to have been captured.
 */
async function cancelDoubtful(
  trx: Trx,
  context: ReviewContext,
  order: OrderRow,
  note: string,
): Promise<void> {
  const move = { cause: "operator", detail: { note } };
  for (const payment of await lockPayments(trx, order.id)) {
    if (isLivePayment(payment.state) && payment.next_inspect_at === null)
      await movePayment(trx, context, payment, { to: "cancelled", ...move });
  }
  if (order.state === "review") await moveOrder(trx, context, order, { to: "refunded", ...move });
  if (order.state === "pending" || order.state === "processing")
    await moveOrder(trx, context, order, { to: "cancelled", ...move });
}
