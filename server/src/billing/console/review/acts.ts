import { type Acting, audited, noteAct } from "#platform/db/audit";
import { DomainError, invalid } from "#platform/http/errors";
import { faultAt, type Say } from "#platform/said";
import { inspectPayment } from "../../charging/inspect.ts";
import { CaseError } from "../../disputes/case-error.ts";
import { checkTexts } from "../../disputes/case-file.ts";
import { editCase, refuseClosed, sendCase } from "../../disputes/send-case.ts";
import { type CaseRow, lockCase } from "../../records/disputes/repository.ts";
import { type Gateway, GatewayRefused, gatewayNames } from "../../records/gateway.ts";
import { findPayment, listPayments } from "../../records/payments/repository.ts";
import type { ReviewEntry } from "../../records/review/repository.ts";
import { closeReview, ReviewError } from "../../review/review.ts";
import { settleDispute } from "../../settlement/dispute.ts";
import { fetchHintAgain } from "../../webhooks/inbox.ts";
import type { ConsoleBilling } from "../orders/console-billing.ts";
import { caseOf, findEntry } from "./describe-review.ts";

/** Closes an entry with a note. */
export async function closeEntry(acting: Acting, { id, note }: { id: string; note: string }): Promise<void> {
  const entry = await requireEntry(acting, id);
  await closeReview(acting, entry.id, note, entry.kind).catch((error: unknown) => {
    // Somebody closed it between the two looks.
    if (error instanceof ReviewError) throw new DomainError(409, "already_so");
    throw error;
  });
}

async function requireEntry({ db }: Pick<Acting, "db">, id: string): Promise<ReviewEntry> {
  const entry = await findEntry(db, id);
  if (!entry) throw new DomainError(409, "already_so");
  return entry;
}

async function requireCaseOf({ db }: Pick<Acting, "db">, id: string): Promise<CaseRow> {
  const row = await caseOf(db, await requireEntry({ db }, id));
  if (!row) throw refused((t) => t("reviewFault.noEvidence"));
  return row;
}

const refused = (say: Say) => invalid([faultAt("texts", say)]);

function explain(error: unknown): never {
  if (error instanceof CaseError) throw invalid([error.at("texts")]);
  throw error;
}

/** Stores the texts that a person edited, and sends them: once. Repeated with the same texts it does nothing more. */
export async function sendEvidence(
  { billing }: ConsoleBilling,
  acting: Acting,
  { id, texts }: { id: string; texts: Record<string, string> },
): Promise<void> {
  const row = await requireCaseOf(acting, id);
  try {
    const wanted = checkTexts(row.gateway, texts);
    const isSent = row.state === "submitted" && row.sent_by === acting.by.id;
    if (isSent && isSame(row.texts, wanted)) return;
    // After a lost answer the gateway is asked whether it has these texts; others are refused.
    const isLost = row.sent_at !== null && row.state === "reviewed" && isSame(row.texts, wanted);
    if (!isLost) await editCase(acting, row.id, wanted);
    await sendCase({ ...acting, gateways: billing.gateways }, row.id);
  } catch (error) {
    explain(error);
  }
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => one[key] === other[key]);
}

/** Gives a dispute up: nothing more is sent, and the gateway gives the buyer the money. */
export async function acceptLoss(
  { billing }: ConsoleBilling,
  acting: Acting,
  { id, note }: { id: string; note: string },
): Promise<void> {
  const row = await requireCaseOf(acting, id);
  const payment = await findPayment(billing.db, row.payment_id);
  const gateway = billing.gateways.get(row.gateway);
  if (!gateway || payment?.remote_id == null)
    throw refused((t) => t("reviewFault.notConfigured", { gateway: gatewayNames[row.gateway] }));
  await audited(acting, { action: "review.accept", reason: note }, async (trx) => {
    const locked = await lockCase(trx, row.id);
    refuseClosed(locked);
    if (locked.sent_at !== null) throw new CaseError((t) => t("reviewFault.sending"));
    const subject = { kind: "case", id: row.id };
    const after = { order: row.order_id, amount: row.amount, currency: row.currency };
    return { result: undefined, changes: [{ subject, after }] };
  }).catch(explain);
  await tellAccepted(gateway, row);
  await lookAtDispute(billing, gateway, payment.remote_id);
}

async function tellAccepted(gateway: Gateway, { id, dispute_id: disputeId }: CaseRow): Promise<void> {
  try {
    await gateway.acceptDispute({ key: `accept_${id}`, disputeId });
  } catch (error) {
    if (error instanceof GatewayRefused)
      throw refused((t) =>
        t("reviewFault.refused", { gateway: gatewayNames[gateway.name], why: error.message }),
      );
    throw refused((t) => t("reviewFault.lost"));
  }
}

async function lookAtDispute(
  billing: ConsoleBilling["billing"],
  gateway: Gateway,
  remoteId: string,
): Promise<void> {
  const dispute = await gateway.fetchDispute(remoteId);
  if (dispute) await settleDispute(billing, gateway.name, remoteId, dispute);
}

/** Asks the gateway about an entry now, and settles what it says. */
export async function lookNow({ billing }: ConsoleBilling, acting: Acting, id: string): Promise<void> {
  const entry = await requireEntry(acting, id);
  const { kind, order_id: orderId } = entry;
  const subject = { kind: "review", id: entry.id };
  await noteAct(acting, "review.look", { subject, after: { kind, order: orderId } });
  try {
    if (kind === "hint") await fetchHintAgain(billing, entry.id);
    else if (orderId !== null) await lookAtOrder(billing, orderId, kind);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw invalid([faultAt("id", (t) => t("reviewFault.notAsked", { why }))]);
  }
}

async function lookAtOrder(
  billing: ConsoleBilling["billing"],
  orderId: string,
  kind: ReviewEntry["kind"],
): Promise<void> {
  for (const payment of await listPayments(billing.db, orderId)) {
    const gateway = billing.gateways.get(payment.gateway);
    if (!gateway) throw new Error(`${gatewayNames[payment.gateway]} is not configured here`);
    if (kind !== "dispute" && kind !== "warning") await inspectPayment(billing, payment.id, "operator");
    else if (payment.remote_id !== null) await lookAtDispute(billing, gateway, payment.remote_id);
  }
}
