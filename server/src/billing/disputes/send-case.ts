import { type Acting, audited } from "#platform/db/audit";
import { inTransaction } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { type CaseRow, findCase, lockCase, markSending, moveCase } from "../records/disputes/repository.ts";
import { type Gateway, GatewayRefused } from "../records/gateway.ts";
import { logChange } from "../records/log.ts";
import { findPayment } from "../records/payments/repository.ts";
import { CaseError } from "./case-error.ts";

/** How long one sending may take before another person may try again. */
const SENDING_MS = 120_000;
const ended = {
  won: "caseFault.won",
  lost: "caseFault.lostDispute",
  expired: "caseFault.expired",
} as const;

/** Who sends, and through which gateways. */
export type Sender = Acting & Pick<Billing, "gateways">;

/** Returns a case by its id or the gateway's. */
export async function requireCase(db: Acting["db"], id: string): Promise<CaseRow> {
  const found = await findCase(db, id);
  if (!found) throw new CaseError(`There is no case "${id}". npm run disputes lists them.`);
  return found;
}

/** Stores the texts that a person read and edited; from then on they may be sent. */
export async function editCase(context: Acting, id: string, texts: Record<string, string>): Promise<CaseRow> {
  const { id: caseId } = await requireCase(context.db, id);
  return audited(context, { action: "dispute.edit" }, async (trx) => {
    const before = await lockCase(trx, caseId);
    refuseClosed(before);
    if (before.sent_at !== null) throw new CaseError((t) => t("caseFault.noEdit"));
    const after = await moveCase(trx, caseId, "reviewed", { texts, updated_at: context.clock.now() });
    if (!after) throw new CaseError(`The case is ${before.state}, so it cannot be edited.`);
    await log(trx, context, before, "reviewed");
    const subject = { kind: "case", id: caseId };
    return { result: after, changes: [{ subject, before: auditedCase(before), after: auditedCase(after) }] };
  });
}

/**
 * Sends the evidence of a reviewed case, once. That sending begins is stored before the gateway is called, so after a
 * crash or a lost answer the next call asks the gateway whether it has the evidence.
 */
export async function sendCase(context: Sender, id: string): Promise<CaseRow> {
  const found = await requireCase(context.db, id);
  refuseUnsendable(found, context.clock.now());
  const gateway = await takingGateway(context, found);
  if (gateway === null) return finish(context, found);
  const at = context.clock.now();
  const row = await audited(context, { action: "dispute.send" }, async (trx) => {
    const locked = await lockCase(trx, found.id);
    refuseUnsendable(locked, at);
    await markSending(trx, found.id, { sent_at: at, sent_by: context.by.id, updated_at: at });
    const subject = { kind: "case", id: found.id };
    return { result: locked, changes: [{ subject, after: { sent: at, order: found.order_id } }] };
  });
  const { dispute_id: disputeId, texts } = row;
  try {
    await gateway.sendEvidence({ key: `evidence_${row.id}`, disputeId, texts });
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw new CaseError((t) => t("caseFault.lost"));
    await inTransaction(context.db, (trx) =>
      markSending(trx, row.id, { sent_at: null, sent_by: null, updated_at: at }),
    );
    throw new CaseError((t) => t("caseFault.refused", { why: error.message }));
  }
  return finish(context, row);
}

async function finish(context: Sender, { id }: CaseRow): Promise<CaseRow> {
  return inTransaction(context.db, async (trx) => {
    const before = await lockCase(trx, id);
    const after = await moveCase(trx, id, "submitted", { updated_at: context.clock.now() });
    if (!after) return before;
    await log(trx, context, before, "submitted");
    return after;
  });
}

/** Returns the gateway if it takes evidence now; null if it has ours already, whose answer was lost. */
async function takingGateway(context: Sender, row: CaseRow): Promise<Gateway | null> {
  const gateway = context.gateways.get(row.gateway);
  const name = { gateway: row.gateway === "stripe" ? "Stripe" : "PayPal" };
  if (!gateway) throw new CaseError((t) => t("caseFault.notConfigured", name));
  const payment = await findPayment(context.db, row.payment_id);
  const dispute = payment?.remote_id ? await gateway.fetchDispute(payment.remote_id) : null;
  if (dispute?.remoteId !== row.dispute_id) throw new CaseError((t) => t("caseFault.notListed", name));
  if (dispute.evidence === "sent") {
    if (row.sent_at !== null) return null;
    throw new CaseError((t) => t("caseFault.sentElsewhere", name));
  }
  if (dispute.evidence === "open") return gateway;
  throw new CaseError((t) => t("caseFault.closed", name));
}

function refuseUnsendable(row: CaseRow, now: Date): void {
  refuseClosed(row);
  if (row.state === "drafted")
    throw new CaseError(
      `Nobody has read this draft. Read and edit it first: npm run disputes -- show ${row.id} --to FILE`,
    );
  if (row.sent_at !== null && now.getTime() - row.sent_at.getTime() < SENDING_MS)
    throw new CaseError((t) => t("caseFault.sending"));
}

/** Throws when nothing can be done with a case any more. */
export function refuseClosed({ state }: CaseRow): void {
  if (state === "submitted") throw new CaseError((t) => t("caseFault.sent"));
  if (state === "won" || state === "lost" || state === "expired") throw new CaseError((t) => t(ended[state]));
}

/** The texts name the customer, whom an erasure must be able to remove; the audit log keeps their lengths only. */
function auditedCase({ state, texts }: CaseRow): Record<string, string> {
  const lengths = Object.entries(texts).map(([name, text]) => [name, `${text.length} characters`]);
  return { state, ...Object.fromEntries(lengths) };
}

async function log(
  trx: Parameters<typeof logChange>[0],
  context: Acting,
  { id, state, order_id: order }: CaseRow,
  to: string,
): Promise<void> {
  const detail = { order, by: context.by.id };
  await logChange(trx, context, {
    subject: "case",
    subjectId: id,
    from: state,
    to,
    cause: "operator",
    detail,
  });
}
