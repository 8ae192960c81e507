import { inTransaction, type Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { Billing } from "../records/billing.ts";
import { readCustomerFacts } from "../records/disputes/customer/repository.ts";
import {
  type CaseRow,
  findCaseOf,
  insertCase,
  listExpiredCases,
  moveCase,
  updateDueBy,
} from "../records/disputes/repository.ts";
import type { RemoteDispute } from "../records/gateway.ts";
import { logChange } from "../records/log.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import type { PaymentRow } from "../records/payments/repository.ts";
import { listReceipts } from "../records/receipts/repository.ts";
import { draftTexts } from "./draft-texts.ts";

const BATCH = 50;

interface Disputed {
  order: OrderRow;
  payment: PaymentRow;
  dispute: RemoteDispute;
}

/** Drafts the evidence of a dispute that opens, and closes its case when it ends. A warning of fraud has no case. */
export async function followCase(trx: Trx, billing: Billing, disputed: Disputed): Promise<void> {
  const { payment, dispute } = disputed;
  if (dispute.evidence === undefined) return;
  const known = await findCaseOf(trx, payment.gateway, dispute.remoteId);
  if (dispute.state === "won" || dispute.state === "lost") {
    if (known) await close(trx, billing, known, dispute.state);
    return;
  }
  if (!known) return draft(trx, billing, disputed);
  const { dueBy } = dispute;
  if (dueBy && dueBy.getTime() !== known.due_by?.getTime()) await updateDueBy(trx, known.id, dueBy);
}

async function draft(trx: Trx, billing: Billing, { order, payment, dispute }: Disputed): Promise<void> {
  const at = billing.clock.now();
  const [receipts, customer] = await Promise.all([
    listReceipts(trx, order.id),
    readCustomerFacts(trx, {
      id: order.id,
      visitorId: order.visitor_id,
      seriesId: order.series_id,
      since: order.paid_at ?? order.created_at,
    }),
  ]);
  const row: CaseRow = {
    id: newId(at),
    gateway: payment.gateway,
    dispute_id: dispute.remoteId,
    payment_id: payment.id,
    order_id: order.id,
    state: "drafted",
    reason: dispute.reason ?? null,
    currency: dispute.currency,
    amount: Math.round(dispute.amount),
    texts: draftTexts({ gateway: payment.gateway, order, receipts, customer }),
    due_by: dispute.dueBy ?? null,
    created_at: at,
    updated_at: at,
    sent_at: null,
    sent_by: null,
  };
  if (!(await insertCase(trx, row))) return;
  const move = { subject: "case" as const, subjectId: row.id, from: null, to: "drafted", cause: "dispute" };
  await logChange(trx, billing, { ...move, detail: { order: order.id, remoteId: dispute.remoteId } });
}

async function close(
  trx: Trx,
  billing: Pick<Billing, "clock">,
  { id, state, order_id: order }: CaseRow,
  to: "won" | "lost" | "expired",
): Promise<void> {
  if (!(await moveCase(trx, id, to, { updated_at: billing.clock.now() }))) return;
  const cause = to === "expired" ? "expiry" : "dispute";
  await logChange(trx, billing, {
    subject: "case",
    subjectId: id,
    from: state,
    to,
    cause,
    detail: { order },
  });
}

/** Marks cases as expired whose deadline passed and that nobody sent. Nothing is sent. Returns how many there were. */
export async function expireCases(billing: Billing): Promise<number> {
  const due = await listExpiredCases(billing.db, billing.clock.now(), BATCH);
  for (const row of due) await inTransaction(billing.db, async (trx) => close(trx, billing, row, "expired"));
  return due.length;
}
