import { inspectPayment } from "../charging/inspect.ts";
import { adoptRemote } from "../charging/saved/recover.ts";
import { settleSetup } from "../methods/settle-setup.ts";
import type { Billing } from "../records/billing.ts";
import type { Gateway, Hint } from "../records/gateway.ts";
import {
  findInstrument,
  findPayment,
  findPaymentByRemote,
  type PaymentRow,
} from "../records/payments/repository.ts";
import { findSetupByRemote } from "../records/setups/repository.ts";
import type { HintRow } from "../records/webhooks/repository.ts";
import { refreshSavedInstrument } from "../renewals/refresh-instrument.ts";
import { settleDispute } from "../settlement/dispute.ts";
import { rebuildPayment } from "./rebuild.ts";

/** The result of a hint; `later`: its object is ours, but not stored yet; `lost`: nothing here says what it pays for. */
export type HintResult = "done" | "ignored" | "later" | "lost";

/** Fetches the object of a hint, and settles its state. */
export async function handleHint(
  billing: Billing,
  { gateway: name, type, subject }: Pick<HintRow, "gateway" | "type" | "subject">,
): Promise<HintResult> {
  const gateway = billing.gateways.get(name);
  if (!gateway) throw new Error(`${name} is not configured any more`);
  switch (subject.kind) {
    case "none":
      return "ignored";
    case "payment":
      return handlePaymentHint(billing, gateway, subject, `webhook ${type}`);
    case "instrument": {
      const instrument = await findInstrument(billing.db, name, subject.token);
      if (!instrument) return "ignored";
      await refreshSavedInstrument(billing, gateway, instrument);
      return "done";
    }
    case "setup": {
      const setup = await findSetupByRemote(billing.db, name, subject.remoteId);
      // Its id may not be stored yet; what is lost altogether saves nothing that anybody charges.
      if (!setup) return "ignored";
      await settleSetup(billing, setup.id, `webhook ${type}`);
      return "done";
    }
    case "dispute": {
      const payment = await findPaymentByRemote(billing.db, name, subject.paymentRemoteId);
      if (!payment) return handleUnknownObject(billing, gateway, subject.paymentRemoteId);
      // Event order is arbitrary: fulfil the capture before applying its dispute.
      if (payment.state !== "succeeded") await inspectPayment(billing, payment.id, `webhook ${type}`);
      return handleDisputeHint(billing, gateway, subject, payment);
    }
  }
}

async function handleDisputeHint(
  billing: Billing,
  gateway: Gateway,
  { paymentRemoteId, state }: Extract<Hint["subject"], { kind: "dispute" }>,
  { amount, currency }: PaymentRow,
): Promise<HintResult> {
  const dispute = await gateway.fetchDispute(paymentRemoteId);
  // An early fraud warning is not a dispute yet, and so is not listed.
  if (!dispute && state !== "warning") return "later";
  const fraud = dispute ? null : await gateway.fetchWarning(paymentRemoteId);
  const warning = {
    remoteId: `warning of ${paymentRemoteId}`,
    state,
    amount,
    currency,
    movements: [],
    fraud,
  };
  await settleDispute(billing, gateway.name, paymentRemoteId, dispute ?? warning);
  return "done";
}

async function handlePaymentHint(
  billing: Billing,
  gateway: Gateway,
  { remoteId, final }: Extract<Hint["subject"], { kind: "payment" }>,
  cause: string,
): Promise<HintResult> {
  const payment = await findPaymentByRemote(billing.db, gateway.name, remoteId);
  if (!payment) return handleUnknownObject(billing, gateway, remoteId);
  if (final === undefined || payment.state !== final) await inspectPayment(billing, payment.id, cause);
  return "done";
}

/**
 * Handles an object without a payment of ours. Other systems may share the account: only an object with our
 * mark is worth waiting for. A single-step charge may become known here first, as may its second capture. After a
 * restore, the payment is rebuilt from the object.
 */
async function handleUnknownObject(
  billing: Billing,
  gateway: Gateway,
  remoteId: string,
): Promise<HintResult> {
  const snapshot = await gateway.fetchPayment(remoteId);
  if (snapshot.paymentId === null) return "ignored";
  const payment = await findPayment(billing.db, snapshot.paymentId);
  if (payment?.mit_key == null) return rebuildPayment(billing, gateway, snapshot);
  return (await adoptRemote(billing, gateway, payment, remoteId)) ? "done" : "later";
}
