import type { Http } from "#platform/http/server";
import type { DueTask } from "#platform/jobs/due";
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
import { bindTasks, type Task } from "./work.ts";

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
  { name: "hints", hasWork: hasDueHints, run: handleInbox },
  { name: "payments", hasWork: hasDuePayments, run: inspectDue },
  { name: "orders", hasWork: hasOverdueOrders, run: expireDue },
  { name: "renewals", hasWork: hasDueSubscriptions, run: renewDue },
  { name: "reminders", hasWork: hasDueReminders, run: remindDue },
  { name: "recognition", hasWork: hasEarnedPeriods, run: recogniseDue },
  { name: "refunds", hasWork: hasDueRefunds, run: inspectRefundsDue },
  { name: "unwanted money", hasWork: hasUnwantedMoney, run: refundUnwanted },
  { name: "instruments", hasWork: hasOrphanedInstruments, run: forgetInstruments },
  { name: "events", hasWork: hasDueSweeps, run: sweepEvents },
];

/** The tasks of billing for the poller. Once it has stopped, {@link chargesEnded} waits for charges that go on without it. */
export function billingTasks(billing: Billing): DueTask[] {
  return bindTasks(billing, tasks);
}
