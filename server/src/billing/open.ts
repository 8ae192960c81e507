import type { Http } from "#platform/http/server";
import type { Billing } from "./billing.ts";
import { forgetInstruments } from "./erasure/forget-instruments.ts";
import { defineReceiptMails } from "./mails/define.ts";
import { openMerchantFaults } from "./merchant-faults.ts";
import { expireDue } from "./orders/give-up.ts";
import { chargesEnded } from "./payments/charge.ts";
import { inspectDue } from "./payments/inspect.ts";
import { registerPlans } from "./plans/routes.ts";
import { registerPayPalReturns } from "./providers/paypal/routes.ts";
import { registerReceipts } from "./receipts/routes.ts";
import { inspectRefundsDue } from "./refunds/carry-out.ts";
import { registerPayments } from "./routes.ts";
import { refundUnwanted } from "./settle/late.ts";
import { defineSubscriptionMails } from "./subscriptions/mails/define.ts";
import { recogniseDue } from "./subscriptions/recognise.ts";
import { remindDue } from "./subscriptions/remind.ts";
import { renewDue } from "./subscriptions/renew.ts";
import { handleInbox } from "./webhooks/inbox.ts";
import { registerWebhooks } from "./webhooks/routes.ts";
import { sweepEvents } from "./webhooks/sweep.ts";
import { startWork, type Task } from "./work.ts";

/** What billing is opened with. */
export type BillingOptions = Omit<Billing, "faults" | "slowCharges">;

/** Opens billing: its letters are known from here on. */
export function openBilling(options: BillingOptions): Billing {
  const billing: Billing = { ...options, faults: openMerchantFaults(options), slowCharges: new Set() };
  defineReceiptMails(billing);
  defineSubscriptionMails(billing);
  return billing;
}

/** Registers the calls of billing, and what gateways call. */
export async function registerBilling(http: Http, billing: Billing) {
  // Whoever was told that it is being checked left a charge behind: it ends before the database closes.
  http.addHook("onClose", () => chargesEnded(billing));
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
      await chargesEnded(billing);
    },
  };
}
