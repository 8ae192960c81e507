import type { Http } from "#platform/http/server";
import { registerReceipts } from "./accounting/receipts/routes.ts";
import { chargesEnded } from "./charging/charge.ts";
import { inspectDue } from "./charging/inspect.ts";
import { expireDue } from "./checkout/cancel-order.ts";
import { registerPlans } from "./checkout/routes.ts";
import { forgetInstruments } from "./erasure/forget-instruments.ts";
import { defineReceiptMails } from "./mails/define-receipt-mails.ts";
import { defineSubscriptionMails } from "./mails/define-subscription-mails.ts";
import type { Billing } from "./records/billing.ts";
import { openMerchantFaults } from "./records/merchant-faults.ts";
import { remindDue } from "./renewals/remind.ts";
import { renewDue } from "./renewals/renew.ts";
import { registerPayments } from "./routes.ts";
import { inspectRefundsDue } from "./settlement/carry-out.ts";
import { refundUnwanted } from "./settlement/refund-late-payment.ts";
import { recogniseDue } from "./subscriptions/recognise.ts";
import { handleInbox } from "./webhooks/inbox.ts";
import { registerPayPalReturns, registerWebhooks } from "./webhooks/routes.ts";
import { sweepEvents } from "./webhooks/sweep.ts";
import { startWork, type Task } from "./work.ts";

/** What billing is opened with. */
export type BillingOptions = Omit<Billing, "faults">;

/** Opens billing: its letters are known from here on. */
export function openBilling(options: BillingOptions): Billing {
  const billing: Billing = { ...options, faults: openMerchantFaults(options) };
  defineReceiptMails(billing);
  defineSubscriptionMails(billing);
  return billing;
}

/** Registers the calls of billing, and what gateways call. */
export async function registerBilling(http: Http, billing: Billing) {
  // Whoever was told that it is being checked left a charge behind: it ends before the database closes.
  http.addHook("onClose", () => chargesEnded());
  registerPlans(http, billing);
  registerPayments(http, billing);
  registerReceipts(http, billing);
  registerPayPalReturns(http, billing);
  return registerWebhooks(http, billing);
}

/** What is due by the clock. */
export const tasks: readonly Task[] = [
  { name: "hints", run: handleInbox },
  { name: "payments", run: inspectDue },
  { name: "orders", run: expireDue },
  { name: "renewals", run: renewDue },
  { name: "reminders", run: remindDue },
  { name: "recognition", run: recogniseDue },
  { name: "refunds", run: inspectRefundsDue },
  { name: "unwanted money", run: refundUnwanted },
  { name: "instruments", run: forgetInstruments },
  { name: "events", run: sweepEvents },
];

/** Does what is due until it is stopped; charges that are under way are waited for. */
export function startBilling(billing: Billing): { stop(): Promise<void> } {
  const work = startWork(billing, tasks);
  return {
    async stop() {
      await work.stop();
      await chargesEnded();
    },
  };
}
