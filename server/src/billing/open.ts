import type { Http } from "#platform/http/server";
import type { DueTask } from "#platform/jobs/due";
import { registerReceipts } from "./accounting/receipts/routes.ts";
import { waitForCharges } from "./charging/charge.ts";
import { inspectDue } from "./charging/inspect.ts";
import { expireDue } from "./checkout/cancel-order.ts";
import { registerPlans } from "./checkout/routes.ts";
import { deleteInstruments } from "./erasure/delete-instruments.ts";
import { bindTasks, type Task } from "./jobs.ts";
import { defineReceiptMails } from "./mails/define-receipt-mails.ts";
import { defineSubscriptionMails } from "./mails/define-subscription-mails.ts";
import type { Billing } from "./records/billing.ts";
import {
  hasDueHints,
  hasDuePayments,
  hasDueRefunds,
  hasDueReminders,
  hasDueSubscriptions,
  hasDueSweeps,
  hasEarnedPeriods,
  hasOrphanedInstruments,
  hasOverdueOrders,
  hasUnwantedMoney,
} from "./records/due/repository.ts";
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

/** The services and settings that billing is opened with. */
export type BillingOptions = Omit<Billing, "faults" | "slowCharges">;

/** Opens billing, and defines its emails. */
export function openBilling(options: BillingOptions): Billing {
  const billing: Billing = { ...options, faults: openMerchantFaults(options), slowCharges: new Set() };
  defineReceiptMails(billing);
  defineSubscriptionMails(billing);
  return billing;
}

/** Registers the routes of billing, including the webhooks. */
export async function registerBilling(http: Http, billing: Billing) {
  // Charges may continue after their response: they must end before the database closes.
  http.addHook("onClose", () => waitForCharges(billing));
  registerPlans(http, billing);
  registerPayments(http, billing);
  registerReceipts(http, billing);
  registerPayPalReturns(http, billing);
  return registerWebhooks(http, billing);
}

/** The tasks that are due by the clock. */
export const tasks: readonly Task[] = [
  { name: "hints", hasWork: hasDueHints, run: handleInbox },
  { name: "payments", hasWork: hasDuePayments, run: inspectDue },
  { name: "orders", hasWork: hasOverdueOrders, run: expireDue },
  { name: "renewals", hasWork: hasDueSubscriptions, run: renewDue },
  { name: "reminders", hasWork: hasDueReminders, run: remindDue },
  { name: "recognition", hasWork: hasEarnedPeriods, run: recogniseDue },
  { name: "refunds", hasWork: hasDueRefunds, run: inspectRefundsDue },
  { name: "unwanted money", hasWork: hasUnwantedMoney, run: refundUnwanted },
  { name: "instruments", hasWork: hasOrphanedInstruments, run: deleteInstruments },
  { name: "events", hasWork: hasDueSweeps, run: sweepEvents },
];

/**
 * Returns the tasks of billing for the poller. After it has stopped, {@link waitForCharges} waits for charges
 * that continue in the background.
 */
export function billingTasks(billing: Billing): DueTask[] {
  return bindTasks(billing, tasks);
}
